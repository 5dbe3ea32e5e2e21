import FermataDomain
import Foundation

/// The limits of a property list, which is decoded in memory at once.
///
/// Foundation itself limits the nesting of XML to 512 levels.
enum PropertyListLimits {
    static let bytes = 64 << 20
    /// Enough for a document of the largest length whose to-dos have only a title.
    static let values = 4_000_000
    /// Bytes of text, counted once per reference.
    static let textBytes = 256 << 20

    static func check(length: Int) throws(DocumentFailure) {
        if length > bytes { throw .tooLarge(limit: bytes) }
    }

    /// Throws if an XML document has too many values to decode in memory.
    ///
    /// It counts opening tags, of which there are at least as many as values.
    static func check(_ document: Data) throws(DocumentFailure) {
        let count = document.withUnsafeBytes { bytes in
            var (count, last) = (0, UInt8(0))
            for byte in bytes where byte != 0 {
                if last == ASCII.lessThan && byte != UInt8(ascii: "/") { count += 1 }
                last = byte
            }
            return count
        }
        if count > values { throw .tooManyValues }
    }
}
