import FermataDomain

/// The value of a row for one of its keys.
public enum FieldValue: Equatable, Sendable {
    case text(String)
    /// A path or address on this computer, which only the person who runs the program may see.
    case local(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([String])
    /// Objects with values by name.
    case objects([[NamedValue]])
    case none

    /// The value as a person reads it in a table, with at most six decimals; empty if there is none.
    public var text: String {
        switch self {
        case .text(let text), .local(let text): text
        case .integer(let number): "\(number)"
        case .number(let number):
            Int(exactly: number).map { "\($0)" }
                ?? "\(number.magnitude < 1e9 ? (number * 1e6).rounded() / 1e6 : number)"
        case .flag(let isSet): isSet ? "yes" : "no"
        case .list(let texts): texts.joined(separator: ", ")
        case .objects(let objects):
            objects.map { $0.map(\.value.text).filter { !$0.isEmpty }.joined(separator: ", ") }.joined(separator: "; ")
        case .none: ""
        }
    }

    /// The text, or `none` if it is empty.
    init(_ text: String) {
        self = text.isEmpty ? .none : .text(text)
    }

    init(_ text: String?) {
        self = text.map(FieldValue.text) ?? .none
    }

    /// An address, which may be one of a file on this computer.
    init(address: String?) {
        self = address.map { $0.isLocalAddress ? .local($0) : .text($0) } ?? .none
    }

    init(_ number: Int?) {
        self = number.map(FieldValue.integer) ?? .none
    }

    init(_ number: Double?) {
        self = number.map(FieldValue.number) ?? .none
    }
}

/// A value of an object, with its name.
public struct NamedValue: Equatable, Sendable {
    public let name: String
    public let value: FieldValue

    public init(_ name: String, _ value: FieldValue) {
        self.name = name
        self.value = value
    }
}
