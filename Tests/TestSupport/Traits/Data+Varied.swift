package import Foundation

extension Data {
    /// Returns bytes whose 64-bit words differ at each place, and between seeds at the same place, so that bytes of a
    /// wrong place or file are noticed.
    ///
    /// Computes word by word: in a debug build, millions of single bytes take seconds, and other tests wait meanwhile.
    package static func varied(count: Int, seed: UInt64 = 1) -> Data {
        let words = (0..<(count + 7) / 8).map { UInt64($0 + 1) &* seed &* 0x9E37_79B9_7F4A_7C15 }
        return words.withUnsafeBytes { Data($0.prefix(count)) }
    }
}
