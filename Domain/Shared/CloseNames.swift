/// The rule for the names that an error suggests in place of one that is not found.
///
/// A name is close if it contains a word of the typed text, the longest one first, or else the beginning of one, from
/// the longest beginning on. The first of these that any name contains decides.
package enum CloseNames {
    /// The most names that an error suggests.
    package static let limit = 3
    private static let shortestPart = 3
    private static let longestText = 100
    /// The most parts of a text that are looked for.
    private static let attempts = 8

    /// Returns the parts of a typed text to look for, in order; none for a very short or a very long text.
    package static func parts(of typed: String) -> [String] {
        guard typed.count <= longestText else { return [] }
        let words = typed.split(whereSeparator: \.isWhitespace).map(String.init).filter { $0.count >= shortestPart }
            .sorted { $0.count > $1.count }
        let beginnings = words.flatMap { word in
            (shortestPart..<word.count).reversed().map { String(word.prefix($0)) }
        }
        return Array((words + beginnings).filter { $0 != typed }.prefix(attempts))
    }

    /// Returns the values with the closest names, of those that `find` returns for a part of a text.
    ///
    /// Names that differ least from the text come first.
    package static func values<Value>(
        closeTo typed: String, name: (Value) -> String, find: (_ part: String) async throws -> [Value]
    ) async throws -> [Value] {
        let key = SortKey(typed).text
        for part in parts(of: typed) {
            let partKey = SortKey(part)
            let found = try await find(part).map { (value: $0, key: SortKey(name($0)).text) }
                .filter { !partKey.isEmpty && $0.key.contains(partKey.text) }
                .map { (value: $0.value, differences: $0.key.difference(from: key).count) }
            if found.isEmpty { continue }
            return found.sorted { $0.differences < $1.differences }.prefix(limit).map(\.value)
        }
        return []
    }
}
