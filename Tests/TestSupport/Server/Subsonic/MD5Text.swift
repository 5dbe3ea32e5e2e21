import Crypto
import Foundation

/// The MD5 digest of a text as hexadecimal digits.
struct MD5Text {
    let text: String

    init(_ text: String) {
        self.text = Insecure.MD5.hash(data: Data(text.utf8)).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
