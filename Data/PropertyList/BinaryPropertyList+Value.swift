import FermataDomain
import Foundation

extension BinaryPropertyList {
    /// The nesting of a to-do and its location. Deeper values are not read.
    private static let depthLimit = 4

    /// Returns an object as Foundation would decode it; `NSNull` for types that no to-do uses.
    mutating func value(_ number: Int, depth: Int = 1) throws(DocumentFailure) -> Any {
        let (kind, start, count) = try object(number)
        switch kind {
        case 0x0 where count == 8: return false
        case 0x0 where count == 9: return true
        case 0x1: return try integer(start, bytes: 1 << count)
        case 0x2: return try real(start, bytes: 1 << count)
        case 0x3: return Date(timeIntervalSinceReferenceDate: try real(start, bytes: 8))
        case 0x4: return Data(try content(start, count: count))
        case 0x5: return String(validating: try content(start, count: count), as: UTF8.self) ?? NSNull()
        case 0x6: return try text(start, count: count) ?? NSNull()
        case 0xD where depth < Self.depthLimit: return try dictionary(start, count: count, depth: depth)
        default: return NSNull()
        }
    }

    private mutating func dictionary(_ start: Int, count: Int, depth: Int) throws(DocumentFailure) -> [String: Any] {
        guard count <= bytes.count else { throw .notPropertyList }
        let numbers = try references(start, count: 2 * count)
        var values: [String: Any] = [:]
        for (key, number) in zip(numbers, numbers.dropFirst(count)) {
            guard let key = try value(key, depth: Self.depthLimit) as? String else { throw .notPropertyList }
            values[key] = try value(number, depth: depth + 1)
        }
        return values
    }

    private func content(_ start: Int, count: Int) throws(DocumentFailure) -> ArraySlice<UInt8> {
        guard start <= bytes.count, count <= bytes.count - start else { throw .notPropertyList }
        return bytes[start..<(start + count)]
    }

    /// Decodes big-endian UTF-16.
    private func text(_ start: Int, count: Int) throws(DocumentFailure) -> String? {
        guard count <= bytes.count else { throw .notPropertyList }
        let content = try content(start, count: 2 * count)
        let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map { index in
            UInt16(content[index]) << 8 | UInt16(content[index + 1])
        }
        return String(validating: units, as: UTF16.self)
    }

    /// Decodes an integer. Only the last 8 bytes of a longer one count, and only integers of 8 bytes are signed.
    private func integer(_ start: Int, bytes length: Int) throws(DocumentFailure) -> Any {
        guard length <= 16 else { throw .notPropertyList }
        let bits = try bits(start + max(0, length - 8), bytes: min(length, 8))
        if length == 8 { return Int(bitPattern: UInt(bits)) }
        return Int(exactly: bits).map { $0 as Any } ?? NSNull()
    }

    private func real(_ start: Int, bytes length: Int) throws(DocumentFailure) -> Double {
        switch length {
        case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: try bits(start, bytes: 4))))
        case 8: return Double(bitPattern: try bits(start, bytes: 8))
        default: throw .notPropertyList
        }
    }

    private func bits(_ start: Int, bytes length: Int) throws(DocumentFailure) -> UInt64 {
        try content(start, count: length).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
