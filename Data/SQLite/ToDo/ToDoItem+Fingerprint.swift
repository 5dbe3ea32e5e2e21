import Crypto
import FermataDomain
import Foundation

extension ToDoItem {
    /// The first 63 bits of SHA-256 over the item without its address and coordinate.
    ///
    /// Equal strings have equal bytes (NFD). O(length of the texts).
    var fingerprint: Int64 {
        var hash = SHA256()
        for text in [title, description, time, place, about] {
            let bytes = Array(text.decomposedStringWithCanonicalMapping.utf8)
            // Each text follows its length, so that different lists have different bytes.
            withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: bytes)
        }
        return Int64(hash.finalize().first64Bits >> 1)
    }

    private var time: String {
        switch timestamp {
        case .day(let day): "day \(day)"
        case .moment(let moment): "moment \(moment.seconds)"
        case nil: ""
        }
    }

    private var place: String { location.map { "at \($0.name)" } ?? "" }

    private var about: String {
        switch subject {
        case .music(let id): "music \(id)"
        case .artist(let name): "artist \(name)"
        case nil: ""
        }
    }
}
