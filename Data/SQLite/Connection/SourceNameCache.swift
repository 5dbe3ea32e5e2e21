import FermataDomain
import GRDB

/// The names of the sources.
struct SourceNames: Sendable {
    fileprivate let names: [(mask: Int64, name: String)]
    /// The set of the sources whose songs all have files on this computer.
    fileprivate let localMask: Int64
    /// The set of the sources of which some songs have files on this computer.
    fileprivate let mixedMask: Int64

    init(_ db: Database) throws {
        let rows = try RawStatement(db, "SELECT id, name, traits FROM source ORDER BY id", isCached: true)
        defer { rows.reset() }
        var (names, localMask, mixedMask): ([(mask: Int64, name: String)], Int64, Int64) = ([], 0, 0)
        while try rows.step() {
            let mask = SourceMask.mask(of: rows.integer("id"))
            names.append((mask, rows.text("name")))
            let traits = SourceTraits(rawValue: Int(rows.integer("traits")))
            if traits.contains(.onlyLocalAudio) {
                localMask |= mask
            } else if traits.contains(.localAudio) {
                mixedMask |= mask
            }
        }
        (self.names, self.localMask, self.mixedMask) = (names, localMask, mixedMask)
    }
}

/// Caches the names of each set of sources for one read; rows share the arrays.
final class SourceNameCache {
    private let names: [(mask: Int64, name: String)]
    private var sets: [Int64: [String]] = [0: []]
    /// The set of the sources whose songs all have files on this computer.
    let localMask: Int64
    /// The set of the sources of which some songs have files on this computer.
    let mixedMask: Int64
    /// The set of the sources of which all or some songs have files on this computer.
    var fileMask: Int64 { localMask | mixedMask }

    init(_ names: SourceNames) {
        (self.names, localMask, mixedMask) = (names.names, names.localMask, names.mixedMask)
    }

    convenience init(_ db: Database) throws {
        self.init(try SourceNames(db))
    }

    func names(in set: Int64) -> [String] {
        if let known = sets[set] { return known }
        let found = names.filter { set & $0.mask != 0 }.map(\.name)
        sets[set] = found
        return found
    }

    /// The set of the sources whose names contain a word.
    func mask(ofNamesWith word: SearchWord) -> Int64 {
        names.filter { SearchText([$0.name]).contains(word) }.reduce(0) { $0 | $1.mask }
    }

    func mask(of name: String) -> Int64 { names.first { $0.name == name }?.mask ?? 0 }
}

/// A set of sources as a bit mask: bit n stands for the source with id n.
enum SourceMask {
    /// Stands in for the id of a source that a repair could not read, in records and playlists; its mask is empty.
    ///
    /// The next source that provides the record or playlist owns it.
    static let unknownSource: Int64 = -1
    /// Stands in for the id of a source in playlists of the library's own; its mask is empty.
    static let ownPlaylists: Int64 = -2
    /// The sign bit is unused.
    static let limit = 63

    static func mask(of source: Int64) -> Int64 { 1 << source }

    static func source(of mask: Int64) -> Int64 { Int64(mask.trailingZeroBitCount) }
}

extension SourceError {
    /// Creates the error for an unknown source, with the names of the known sources.
    static func unknown(source name: String, in db: Database) throws -> SourceError {
        .notFound(name, known: try String.fetchAll(db, sql: "SELECT name FROM source ORDER BY name"))
    }
}
