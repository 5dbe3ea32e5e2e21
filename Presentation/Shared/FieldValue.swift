/// What a row has under one of its keys.
public enum FieldValue: Equatable, Sendable {
    case text(String)
    case whole(Int)
    case number(Double)
    case flag(Bool)
    case list([String])
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

    /// The value as a person reads it; nil without a value, and for a list, which another key has as text.
    package var text: String? {
        switch self {
        case .text(let text): text
        case .whole(let number): "\(number)"
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .flag(let isSet): isSet ? "yes" : "no"
        case .list, .none: nil
        }
    }
}
