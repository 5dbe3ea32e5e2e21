internal import GRDB

/// Caches the names of each set of sources for one read; rows share the arrays.
final class SourceNameCache {
    private let names: [(bit: Int64, name: String)]
    private var sets: [Int64: [String]] = [0: []]

    init(_ db: Database) throws {
        names = try Row.fetchAll(try db.cachedStatement(sql: "SELECT id, name FROM source ORDER BY id"))
            .map { (SourceSet.bit(of: $0[0]), $0[1]) }
    }

    func names(in set: Int64) -> [String] {
        if let known = sets[set] { return known }
        let found = names.filter { set & $0.bit != 0 }.map(\.name)
        sets[set] = found
        return found
    }

    func bit(of name: String) -> Int64 { names.first { $0.name == name }?.bit ?? 0 }
}

/// A set of sources as a bit mask: bit n stands for the source with id n.
enum SourceSet {
    /// The sign bit is unused.
    static let limit = 63

    static func bit(of source: Int64) -> Int64 { 1 << source }

    static func source(of bit: Int64) -> Int64 { Int64(bit.trailingZeroBitCount) }
}
