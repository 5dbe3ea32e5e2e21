import Foundation

/// A repeatable random number generator. `seed(for:)` prints the seed; `FERMATA_TEST_SEED` sets it.
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    public init(_ seed: UInt64) {
        state = seed
    }

    public static func seed(for name: String) -> UInt64 {
        let given = ProcessInfo.processInfo.environment["FERMATA_TEST_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64.random(in: 0...999_999)
        print("\(name): FERMATA_TEST_SEED=\(seed)")
        return seed
    }

    /// SplitMix64: https://prng.di.unimi.it/splitmix64.c
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
