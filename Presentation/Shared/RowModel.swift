/// A row of a screen, with a value for each key.
public protocol RowModel: Sendable {
    associatedtype Field: RowField

    /// The row's value for a key.
    func value(of field: Field) -> FieldValue
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
