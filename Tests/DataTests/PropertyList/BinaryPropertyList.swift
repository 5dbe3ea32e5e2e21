import Foundation

/// A binary property list made of any objects, valid or not. The first one is the root.
struct BinaryPropertyList {
    var referenceBytes = 1
    private var content = Data("bplist00".utf8)
    private var offsets: [Int] = []

    init(referenceBytes: Int = 1) {
        self.referenceBytes = referenceBytes
    }

    /// Creates a list of one to-do with the title `a` and another value, whose key has at most 14 characters.
    init(key: String, value: [UInt8]) {
        add([0xA1], references: [1])
        add([0xD2], references: [2, 3, 4, 5])
        add([0x58] + Array("titleKey".utf8))
        add([0x50 | UInt8(key.utf8.count)] + Array(key.utf8))
        add([0x51, 0x61])
        add(value)
    }

    mutating func add(_ object: [UInt8], references: [Int] = []) {
        offsets.append(content.count)
        content += object + references.flatMap { Self.number($0, bytes: referenceBytes) }
    }

    /// Adds bytes to the last object.
    mutating func append(zeros count: Int) {
        content += Data(count: count)
    }

    var bytes: Data {
        let trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 4, UInt8(referenceBytes)]
        return content + offsets.flatMap { Self.number($0, bytes: 4) } + trailer
            + [offsets.count, 0, content.count].flatMap { Self.number($0, bytes: 8) }
    }

    private static func number(_ number: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
