/// The identity of a song: stable across syncs, unique across sources.
///
/// A 63-bit number, written as 16 hexadecimal digits. People type a `MusicIDPrefix`.
public struct MusicID: Hashable, Sendable {
    public static let digits = 16
    /// The number of digits that lists show.
    static let shortDigits = 10
    public let value: UInt64

    /// Drops the top bit, so that databases with signed integers keep the order.
    public init(_ value: UInt64) {
        self.value = value & (.max >> 1)
    }

    /// The first ten digits; of a million songs, about one pair shares them.
    public var short: String { text(ofFirst: Self.shortDigits) }

    fileprivate func text(ofFirst count: Int) -> String {
        String(unsafeUninitializedCapacity: count) { digits in
            for index in 0..<count {
                let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * index)) & 0xF
                digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return count
        }
    }
}

extension MusicID: Comparable {
    public static func < (lhs: MusicID, rhs: MusicID) -> Bool { lhs.value < rhs.value }
}

extension MusicID: Codable {
    /// Decodes the number of an id, without its top bit.
    public init(from decoder: any Decoder) throws { self.init(try UInt64(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension MusicID: CustomStringConvertible {
    public var description: String {
        text(ofFirst: Self.digits)
    }
}

/// The beginning of an id as typed: 1 to 16 hexadecimal digits.
public struct MusicIDPrefix: Equatable, Sendable {
    public let text: String
    /// Every id that begins with the text.
    public let range: ClosedRange<MusicID>
    /// The id that 16 digits are; nil for fewer.
    package var id: MusicID? { text.utf8.count == MusicID.digits ? range.lowerBound : nil }

    /// Creates a prefix that only this id has.
    public init(_ id: MusicID) {
        text = id.description
        range = id...id
    }

    /// Returns nil for text that cannot begin an id.
    public init?(_ text: String) {
        guard (1...MusicID.digits).contains(text.utf8.count), text.utf8.allSatisfy({ $0.hexDigit != nil }),
            let value = UInt64(text, radix: 16)
        else { return nil }
        let free = UInt64(4 * (MusicID.digits - text.utf8.count))
        let lowest = value << free
        guard lowest >> 63 == 0 else { return nil }
        self.text = text
        range = MusicID(lowest)...MusicID(lowest | ((1 << free) - 1))
    }
}
