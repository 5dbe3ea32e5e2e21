/// Random text that makes each token of a password differ.
enum RandomSalt {
    /// 64 random bits as hexadecimal digits; the protocol requires at least six.
    static func text() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
