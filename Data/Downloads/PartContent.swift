import Crypto
import FermataDomain
import Foundation

/// The bytes of a partial file and their digest, which is updated with each write.
///
/// A complete file needs no second read.
struct PartContent {
    let file: PartFile
    private(set) var length: Int64
    /// The source's metadata of these bytes.
    private(set) var start: AudioStart
    private var hash = SHA256()
    /// The number of hashed bytes.
    private var hashed: Int64 = 0

    /// `row` has the stored version of the partial file.
    init(_ file: PartFile, storedAs row: DownloadRow) throws(DownloadError) {
        self.file = file
        length = try file.length()
        let isSound = length <= row.length ?? .max
        start = AudioStart(total: row.length, version: isSound ? row.version : nil)
    }

    /// The part that can be resumed.
    var part: AudioPart? {
        guard length > 0, let version = start.version else { return nil }
        return AudioPart(length: length, version: version, total: start.total)
    }

    var isHashed: Bool { hashed == length }

    /// SHA-256 of all bytes, if all are hashed.
    var digest: Data { Data(hash.finalize()) }

    /// The fraction from 0 to 1; nil if the complete length is unknown.
    var fraction: Double? { DownloadStore.fraction(length, of: start.total) }

    /// Why the bytes differ from the source's metadata; nil if they match.
    var failure: ContentFailure? {
        if let total = start.total, total != length { return .wrongLength(length, expected: total) }
        if length == 0 || !isHashed { return .empty }
        if let promised = start.digest, promised != digest { return .wrongDigest }
        return nil
    }

    /// Discards the bytes after the source's start offset.
    mutating func begin(_ start: AudioStart) throws(DownloadError) {
        guard start.offset <= length else {
            throw .cannotStore(path: file.path, .changed)
        }
        try file.truncate(to: start.offset)
        (length, self.start) = (start.offset, start)
    }

    /// Hashes all existing bytes before resuming.
    mutating func adopt(_ hash: SHA256) {
        (self.hash, hashed) = (hash, length)
    }

    mutating func append(_ bytes: Data) throws(DownloadError) {
        try file.write(bytes, at: length)
        hash.update(data: bytes)
        length += Int64(bytes.count)
        hashed = length
    }

    mutating func discard() throws(DownloadError) {
        (length, hashed, hash, start) = (0, 0, SHA256(), AudioStart())
        try file.truncate(to: 0)
    }
}
