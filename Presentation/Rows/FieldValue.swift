/// What a row has under one of its keys.
public enum FieldValue: Equatable, Sendable {
    case text(String)
    case whole(Int)
    case number(Double)
    case flag(Bool)
    case none

    /// Text, or `none` where it is empty.
    init(_ text: String) {
        self = text.isEmpty ? .none : .text(text)
    }

    init(_ text: String?) {
        self = text.map(FieldValue.text) ?? .none
    }

    init(_ number: Int?) {
        self = number.map(FieldValue.whole) ?? .none
    }

    init(_ number: Double?) {
        self = number.map(FieldValue.number) ?? .none
    }
}
