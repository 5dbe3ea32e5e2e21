import Crypto
import Foundation

/// The MD5 digest of a text as hexadecimal digits.
struct MD5Text {
    let text: String

    init(_ text: String) {
        self.text = Insecure.MD5.hash(data: Data(text.utf8)).hexadecimal
    }
}

extension Sequence where Element == UInt8 {
    /// Two hexadecimal digits for each byte.
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
