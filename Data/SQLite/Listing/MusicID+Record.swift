import Crypto
public import FermataDomain
import Foundation

extension MusicID {
    /// The id of a record: the first 63 bits of SHA-256 over its source's name, a NUL, and its key.
    public init(source: String, key: String) {
        var hash = SHA256()
        hash.update(data: Array(source.utf8))
        hash.update(data: [0])
        hash.update(data: Array(key.utf8))
        self.init(hash.finalize().first64Bits >> 1)
    }

    /// The id that a column stores.
    init(stored: Int64) { self.init(UInt64(bitPattern: stored)) }
}

extension [MusicID] {
    /// A JSON array of the ids as columns store them.
    var json: String { "[" + map { String($0.stored) }.joined(separator: ",") + "]" }
}
