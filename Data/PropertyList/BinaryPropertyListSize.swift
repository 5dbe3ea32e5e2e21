import Foundation

/// How much a binary property list unfolds to, where one object may be used any number of times.
///
/// What it does not understand is left to Foundation, which calls it damaged.
/// Source: CFBinaryPList.c (swift-corelibs-foundation), where the format is described.
struct BinaryPropertyListSize {
    static let magic = Data("bplist".utf8)
    private static let trailerBytes = 32
    private let bytes: UnsafeRawBufferPointer
    private let offsetBytes: Int
    private let referenceBytes: Int
    private var tableStart: Int
    private var root: Int
    private var values = 0
    private var textBytes = 0

    /// Throws where it unfolds to more than the limits.
    static func check(_ document: Data) throws(ToDoFault) {
        let checked = document.withUnsafeBytes { bytes in
            Result { () throws(ToDoFault) in
                guard var size = BinaryPropertyListSize(bytes) else { return }
                try size.add(size.root, depth: 0)
            }
        }
        try checked.get()
    }

    private init?(_ bytes: UnsafeRawBufferPointer) {
        let trailer = bytes.count - Self.trailerBytes
        guard trailer >= Self.magic.count else { return nil }
        self.bytes = bytes
        (offsetBytes, referenceBytes, root, tableStart) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]), 0, 0)
        guard let root = number(at: trailer + 16, bytes: 8), let table = number(at: trailer + 24, bytes: 8) else {
            return nil
        }
        (self.root, tableStart) = (root, table)
    }

    private mutating func add(_ object: Int, depth: Int) throws(ToDoFault) {
        values += 1
        if values > PropertyListLimits.values || textBytes > PropertyListLimits.textBytes { throw .tooManyValues }
        guard depth < 512, let start = offset(of: object), bytes.indices.contains(start),
            let (content, count) = content(at: start)
        else { return }
        switch bytes[start] >> 4 {
        case 0x4, 0x5: textBytes += min(count, bytes.count)
        case 0x6: textBytes += 2 * min(count, bytes.count)
        case 0xA, 0xB, 0xC: try addAll(count, at: content, depth: depth)
        case 0xD: try addAll(count.addingReportingOverflow(count).partialValue, at: content, depth: depth)
        default: break
        }
    }

    private mutating func addAll(_ count: Int, at start: Int, depth: Int) throws(ToDoFault) {
        guard referenceBytes > 0, count > 0, count <= (bytes.count - start) / referenceBytes else { return }
        for index in 0..<count {
            guard let object = number(at: start + index * referenceBytes, bytes: referenceBytes) else { return }
            try add(object, depth: depth + 1)
        }
    }

    /// Where the content of an object begins, and how many there are of its kind; long ones have a number before it.
    private func content(at start: Int) -> (start: Int, count: Int)? {
        let short = Int(bytes[start] & 0xF)
        guard short == 0xF else { return (start + 1, short) }
        guard bytes.indices.contains(start + 1), bytes[start + 1] >> 4 == 1 else { return nil }
        let length = 1 << Int(bytes[start + 1] & 0xF)
        guard length <= 8, let count = number(at: start + 2, bytes: length) else { return nil }
        return (start + 2 + length, count)
    }

    private func offset(of object: Int) -> Int? {
        let (distance, overflow) = object.multipliedReportingOverflow(by: offsetBytes)
        guard !overflow, distance <= bytes.count, tableStart <= bytes.count else { return nil }
        return number(at: tableStart + distance, bytes: offsetBytes)
    }

    /// A number that begins with its highest byte; nil where it does not fit, or is not there.
    private func number(at start: Int, bytes count: Int) -> Int? {
        guard (1...8).contains(count), start >= 0, start <= bytes.count - count else { return nil }
        return Int(exactly: bytes[start..<(start + count)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
}
