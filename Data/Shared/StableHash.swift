import Crypto

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
