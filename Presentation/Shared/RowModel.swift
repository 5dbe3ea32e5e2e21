import FermataDomain

/// A row of a screen, with a value for each key.
public protocol RowModel: Sendable {
    associatedtype Field: RowField

    /// The row's value for a key.
    func value(of field: Field) -> FieldValue
}

extension RowModel {
    /// The row's value for a key by its name; none if the row lacks the key.
    func value(ofKey key: String) -> FieldValue { Field(rawValue: key).map { value(of: $0) } ?? .none }
}

/// The keys of a row, in their default order.
public protocol RowField: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
    /// The keys of rows that are printed only on request. `allCases` does not contain them.
    static var requestedOnly: [Self] { get }
    /// The kind of the key's values.
    var valueKind: FieldKind { get }
}

extension RowField {
    public static var requestedOnly: [Self] { [] }
    public var valueKind: FieldKind { .text }

    /// Parses a list of keys such as `title,artist`. Repeated keys count once.
    ///
    /// Throws `UnknownField` for an unknown key and for an empty list.
    public static func list(_ text: String) throws(UnknownField) -> [Self] {
        var fields: [Self] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let key = String(part).onOneLine
            guard let field = Self(rawValue: key) else {
                throw UnknownField(name: key, known: (Array(allCases) + requestedOnly).map(\.rawValue))
            }
            if !fields.contains(field) { fields.append(field) }
        }
        return fields
    }
}

/// A key that the rows do not have.
public struct UnknownField: Error, Equatable, Sendable {
    public let name: String
    public let known: [String]

    public init(name: String, known: [String]) {
        self.name = name
        self.known = known
    }
}

/// The kind of a key's values, which determines the width and the alignment of their column in a table.
public enum FieldKind: Equatable, Sendable {
    case text, number, flag, day, time
    /// A number of up to five digits, such as that of a track.
    case shortNumber

    var isNumber: Bool { self == .number || self == .shortNumber }

    /// The width of the longest usual value; nil for text, which has any length.
    var width: Int? {
        switch self {
        case .text: nil
        case .number: 11
        case .shortNumber: 5
        case .flag: 3
        case .day: 10
        case .time: 20
        }
    }
}

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
    init(_ text: String) { self = text.isEmpty ? .none : .text(text) }

    init(_ text: String?) { self = text.map(FieldValue.text) ?? .none }

    /// An address, which may be one of a file on this computer.
    init(address: String?) { self = address.map { $0.isLocalAddress ? .local($0) : .text($0) } ?? .none }

    init(_ number: Int?) { self = number.map(FieldValue.integer) ?? .none }

    init(_ number: Double?) { self = number.map(FieldValue.number) ?? .none }
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

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == any Error {
    /// Returns the same sequence with each element converted.
    func converted<Row: Sendable>(
        _ convert: @escaping @Sendable (Element) -> Row
    ) -> any AsyncSequence<Row, any Error> & Sendable {
        map { convert($0) }
    }

    /// Returns the same batches with each of their elements converted.
    func rows<Model: Sendable, Row: Sendable>(
        _ convert: @escaping @Sendable (Model) -> Row
    ) -> any AsyncSequence<[Row], any Error> & Sendable where Element == [Model] {
        map { $0.map(convert) }
    }
}
