import Crypto
import Foundation

/// Compares secrets.
enum ConstantTime {
    /// Compares digests: in constant time, and without revealing a length.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        SHA256.hash(data: Data(one.utf8)) == SHA256.hash(data: Data(other.utf8))
    }
}
