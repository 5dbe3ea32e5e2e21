public import Foundation

/// SHA-256 as FIPS 180-4, section 6.2, specifies it, to compare other implementations with.
public enum SHA256 {
    public static func digest(of data: Data) -> Data {
        var hash: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        var message = [UInt8](data) + [0x80]
        message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
        message += (0..<8).map { UInt8(truncatingIfNeeded: (data.count * 8) >> (56 - 8 * $0)) }
        for start in stride(from: 0, to: message.count, by: 64) { add(message[start..<start + 64], to: &hash) }
        return Data(hash.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } })
    }

    /// Returns the digest as 64 hexadecimal digits.
    public static func hexadecimal(of data: Data) -> String {
        digest(of: data).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func add(_ block: ArraySlice<UInt8>, to hash: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (near, far) = (words[index - 15], words[index - 2])
            let first = near.turned(7) ^ near.turned(18) ^ near >> 3
            let second = far.turned(17) ^ far.turned(19) ^ far >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var (a, b, c, d, e, f, g, h) = (hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let majority = a & b ^ a & c ^ b & c
            let first = h &+ (e.turned(6) ^ e.turned(11) ^ e.turned(25)) &+ choice &+ constants[index] &+ words[index]
            let second = (a.turned(2) ^ a.turned(13) ^ a.turned(22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= word }
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes.prefix(64).map { prime in
        var root = 1 << 32
        while cubeIsAtMost(root, prime) { root <<= 1 }
        var (low, high) = (0, root)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if cubeIsAtMost(middle, prime) { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    private static let primes = (2..<312).filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }

    /// Whether (root / 2³²)³ is no more than a number.
    private static func cubeIsAtMost(_ root: Int, _ number: Int) -> Bool {
        let root = UInt128(root)
        return root * root * root <= UInt128(number) << 96
    }
}

extension UInt32 {
    fileprivate func turned(_ places: UInt32) -> UInt32 { self >> places | self << (32 - places) }
}
