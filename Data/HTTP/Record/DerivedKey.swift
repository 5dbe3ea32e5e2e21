import Crypto
import Foundation

/// The key of a record without an id: a digest of its artist, album, title and duration.
struct DerivedKey {
    let text: String

    init(artist: String, album: String, title: String, seconds: Int) {
        var hash = SHA256()
        for part in [artist, album, title, String(seconds)] {
            let bytes = Data(part.utf8)
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: bytes)
        }
        text = "sha256:" + hash.finalize().hexadecimal
    }
}
