/// A row of a screen as a value: all that any renderer shows of it.
public protocol RowModel: Sendable {
    associatedtype Field: RowField

    /// What the row has under a key.
    func value(of field: Field) -> FieldValue
}

/// The keys of a row, in their usual order.
public protocol RowField: RawRepresentable<String>, CaseIterable, Equatable, Sendable {}

extension RowField {
    /// Reads `title,artist`: the keys in the order in which they are named, each once.
    ///
    /// Throws `UnknownField` for a key that rows do not have, and for a list without keys.
    public static func list(_ text: String) throws(UnknownField) -> [Self] {
        var fields: [Self] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let key = String(part).onOneLine
            guard let field = Self(rawValue: key) else {
                throw UnknownField(name: key, known: allCases.map(\.rawValue))
            }
            if !fields.contains(field) { fields.append(field) }
        }
        return fields
    }
}

/// A key was named that rows do not have.
public struct UnknownField: Error, Equatable, Sendable {
    public let name: String
    public let known: [String]

    public init(name: String, known: [String]) {
        self.name = name
        self.known = known
    }
}
