/// The value of a row for one of its keys.
public enum FieldValue: Equatable, Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([String])
    case none

    /// The text, or `none` if it is empty.
    init(_ text: String) {
        self = text.isEmpty ? .none : .text(text)
    }

    init(_ text: String?) {
        self = text.map(FieldValue.text) ?? .none
    }

    init(_ number: Int?) {
        self = number.map(FieldValue.integer) ?? .none
    }

    init(_ number: Double?) {
        self = number.map(FieldValue.number) ?? .none
    }
}
