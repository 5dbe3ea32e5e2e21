import Crypto
import FermataDomain
import Foundation

/// The bytes of a part and their digest, which is made as they come.
///
/// What is whole need not be read again.
struct PartContent {
    let file: PartFile
    private(set) var length: Int64
    /// What the source said of these bytes.
    private(set) var start: AudioStart
    private var hash = SHA256()
    /// How many bytes are in the hash.
    private var hashed: Int64 = 0

    /// `row` tells which version the part was last noted to be of.
    init(_ file: PartFile, noted row: DownloadRow) throws(LibraryError) {
        self.file = file
        length = try file.length()
        let isSound = length <= row.length ?? .max
        start = AudioStart(total: row.length, version: isSound ? row.version : nil)
    }

    /// What can be gone on with.
    var part: AudioPart? {
        guard length > 0, let version = start.version else { return nil }
        return AudioPart(length: length, version: version, total: start.total)
    }

    var isHashed: Bool { hashed == length }

    /// SHA-256 of all bytes, where they are hashed.
    var digest: Data { Data(hash.finalize()) }

    /// From 0 to 1; nil where the length of the whole is not known.
    var fraction: Double? { DownloadStore.fraction(length, of: start.total) }

    /// Why the bytes are not what the source promised; nil where they are.
    var fault: String? {
        if let total = start.total, total != length { return "\(length) bytes came, where \(total) were promised" }
        if length == 0 || !isHashed { return "it is empty" }
        if let promised = start.digest, promised != digest { return "its digest (SHA-256) is not the one promised" }
        return nil
    }

    /// Throws away what lies behind the place that the source begins at.
    mutating func begin(_ start: AudioStart) throws(LibraryError) {
        guard start.offset <= length else {
            throw .cannotKeep(path: file.path, reason: "its part is shorter than it was")
        }
        try file.truncate(to: start.offset)
        (length, self.start) = (start.offset, start)
    }

    /// Takes the hash of all bytes, to be gone on with.
    mutating func adopt(_ hash: SHA256) {
        (self.hash, hashed) = (hash, length)
    }

    mutating func append(_ bytes: Data) throws(LibraryError) {
        try file.write(bytes, at: length)
        hash.update(data: bytes)
        length += Int64(bytes.count)
        hashed = length
    }

    mutating func discard() throws(LibraryError) {
        (length, hashed, hash, start) = (0, 0, SHA256(), AudioStart())
        try file.truncate(to: 0)
    }
}
