import Foundation

extension Data {
    /// The bytes that pairs of hexadecimal digits stand for.
    init(hexadecimal text: String) {
        let digits = Array(text)
        self.init(
            stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) })
    }
}
