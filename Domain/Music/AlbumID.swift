/// The identity of an album: the same for equal names on every computer, whatever its songs are.
public struct AlbumID: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let id: MusicID

    /// Drops the top bit, as `MusicID` does.
    public init(_ value: UInt64) {
        id = MusicID(value)
    }

    /// Derives the id from the names that identify an album, and from its release if the names have several.
    ///
    /// Complexity: O(n) for n bytes.
    package init(_ key: AlbumKey, _ release: AlbumRelease) {
        var hash = NameHash()
        hash.add(key.name)
        hash.add(key.artist)
        switch release {
        case .any: break
        case .known(let id): hash.add((0..<MusicBrainzID.size).map { id.bytes[$0] })
        case .without: hash.add([])
        }
        self.init(hash.value)
    }

    public var value: UInt64 { id.value }
    /// The first ten digits, which lists show.
    public var short: String { id.short }
    /// 16 hexadecimal digits.
    public var description: String { id.description }

    public static func < (lhs: AlbumID, rhs: AlbumID) -> Bool { lhs.id < rhs.id }
}

/// A hash of names, the same in each version of the program.
///
/// FNV-1a over the parts, each followed by the byte FF, which UTF-8 does not have, then the finalizer of SplitMix64, so
/// that all digits of ids differ.
/// Source: https://datatracker.ietf.org/doc/draft-eastlake-fnv/, section 2, and Steele, Lea and Flood, "Fast Splittable
/// Pseudorandom Number Generators", OOPSLA 2014, figure 16.
struct NameHash {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    var value: UInt64 { hash.mixed }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }

    mutating func add(_ name: ArtistName) {
        add(name.key.text.utf8)
        add((name.raw ?? "").utf8)
    }
}

extension UInt64 {
    /// The output of SplitMix64 for this state: each bit of the number changes about half of the bits.
    package var mixed: UInt64 {
        var bits = self
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
