import FermataDomain
import Foundation

/// Reads a binary property list, whose objects refer to each other by number.
///
/// Foundation is not used, because on Linux (Swift 6.3) it crashes on some damaged lists. An object may be referenced
/// any number of times, so the limits count values and texts once per reference.
/// Source: CFBinaryPList.c (swift-corelibs-foundation), which describes the format.
struct BinaryPropertyList {
    static let magic = Data("bplist0".utf8)
    private static let trailerBytes = 32
    let bytes: [UInt8]
    private let offsetBytes: Int
    private let referenceBytes: Int
    private let count: Int
    private let table: Int
    private let root: Int
    private var values = 0
    private var textBytes = 0

    /// Reads the trailer. Throws if the list is damaged.
    init(_ document: Data) throws(DocumentFailure) {
        bytes = Array(document)
        let trailer = bytes.count - Self.trailerBytes
        guard trailer >= Self.magic.count, let count = Self.number(bytes, at: trailer + 8, bytes: 8),
            let root = Self.number(bytes, at: trailer + 16, bytes: 8),
            let table = Self.number(bytes, at: trailer + 24, bytes: 8)
        else { throw .notPropertyList }
        (offsetBytes, referenceBytes) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        (self.count, self.root, self.table) = (count, root, table)
        guard (1...8).contains(offsetBytes), (1...8).contains(referenceBytes), table <= trailer,
            count <= (trailer - table) / offsetBytes
        else { throw .notPropertyList }
    }

    /// Returns the numbers of the objects in the root array; nil if the root is no array.
    mutating func elements() throws(DocumentFailure) -> [Int]? {
        let object = try object(root)
        return object.kind == 0xA ? try references(object.start, count: object.count) : nil
    }

    /// Returns an object's kind, the start of its content, and its number of bytes or objects.
    ///
    /// Each call counts towards the limits.
    mutating func object(_ number: Int) throws(DocumentFailure) -> (kind: UInt8, start: Int, count: Int) {
        guard number < count, let start = self.number(at: table + number * offsetBytes, bytes: offsetBytes),
            start < table
        else { throw .notPropertyList }
        let (kind, short) = (bytes[start] >> 4, Int(bytes[start] & 0xF))
        let object = short == 0xF && kind >= 4 ? try long(kind, at: start + 1) : (kind, start + 1, short)
        values += 1
        if (0x4...0x6).contains(kind) { textBytes += min(object.2, bytes.count) }
        if values > PropertyListLimits.values || textBytes > PropertyListLimits.textBytes { throw .tooManyValues }
        return object
    }

    /// Returns the numbers of the objects in an array or a dictionary.
    func references(_ start: Int, count: Int) throws(DocumentFailure) -> [Int] {
        guard count <= (bytes.count - start) / referenceBytes else { throw .notPropertyList }
        if count > PropertyListLimits.values - values { throw .tooManyValues }
        var numbers: [Int] = []
        for index in 0..<count {
            guard let number = number(at: start + index * referenceBytes, bytes: referenceBytes) else {
                throw .notPropertyList
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Decodes a big-endian number; nil if it is too large or outside the list.
    func number(at start: Int, bytes count: Int) -> Int? { Self.number(bytes, at: start, bytes: count) }

    /// Reads the count of a long object, which precedes the content as an integer object.
    private func long(_ kind: UInt8, at start: Int) throws(DocumentFailure) -> (UInt8, Int, Int) {
        guard start < bytes.count, case let length = 1 << Int(bytes[start] & 0xF), bytes[start] >> 4 == 1,
            let count = number(at: start + 1, bytes: length)
        else { throw .notPropertyList }
        return (kind, start + 1 + length, count)
    }

    private static func number(_ bytes: [UInt8], at start: Int, bytes count: Int) -> Int? {
        guard (1...8).contains(count), start >= 0, start <= bytes.count - count else { return nil }
        return Int(exactly: bytes[start..<(start + count)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
}
