import Crypto

extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits, two per byte.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// Reads integers whose first byte is the lowest.
enum LittleEndian {
    static func integer(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// Reads integers whose first byte is the highest.
enum BigEndian {
    static func integer(_ bytes: some Collection<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The first 64 bits of a SHA-256 digest, the same in every run of the program.
struct StableHash {
    let value: UInt64

    init(_ bytes: [UInt8], _ numbers: [Int64] = []) {
        var hash = SHA256()
        hash.update(data: bytes)
        for number in numbers { withUnsafeBytes(of: number.bigEndian) { hash.update(bufferPointer: $0) } }
        value = hash.finalize().first64Bits
    }
}

extension SHA256Digest {
    /// The first 64 bits as a big-endian number.
    var first64Bits: UInt64 { withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) } }
}
