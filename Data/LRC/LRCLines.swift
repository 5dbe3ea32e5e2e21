import Foundation

/// The lines of a text, which end with a line feed, a carriage return, or both.
struct LRCLines {
    private var rest: UnsafeBufferPointer<UInt8>
    /// Whether any carriage return is left; without one, lines are found faster.
    private let hasReturns: Bool
    private var isAtEnd = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        rest = bytes
        hasReturns = bytes.firstIndex(ofByte: 0x0D) != nil
    }

    mutating func next() -> UnsafeBufferPointer<UInt8>? {
        if isAtEnd { return nil }
        let end = hasReturns ? rest.firstLineEnd : rest.firstIndex(ofByte: 0x0A) ?? rest.count
        let line = rest.prefix(end)
        isAtEnd = end == rest.count
        if !isAtEnd {
            let isPair = rest[end] == 0x0D && end + 1 < rest.count && rest[end + 1] == 0x0A
            rest = rest.dropping(end + (isPair ? 2 : 1))
        }
        return line
    }
}

extension UnsafeBufferPointer<UInt8> {
    func firstIndex(ofByte byte: UInt8) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
    }

    /// The index of the first line feed or carriage return, or the number of bytes.
    fileprivate var firstLineEnd: Int {
        var end = 0
        while end < count, self[end] != 0x0A, self[end] != 0x0D { end += 1 }
        return end
    }

    func prefix(_ length: Int) -> Self { Self(start: baseAddress, count: Swift.min(length, count)) }

    func dropping(_ length: Int) -> Self {
        let length = Swift.min(length, count)
        return Self(start: baseAddress.map { $0 + length }, count: count - length)
    }

    /// The bytes after spaces and tabs.
    var withoutLeadingBlanks: Self {
        var start = 0
        while start < count, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        return dropping(start)
    }

    /// The bytes before the last spaces and tabs.
    var withoutTrailingBlanks: Self {
        var end = count
        while end > 0, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return prefix(end)
    }

    var text: String { String(decoding: self, as: UTF8.self) }
}
