import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Property list bombs")
struct PropertyListBombTests {
    private static let damaged = DocumentFailure.notPropertyList
    private static let nothing = DocumentFailure.noToDos
    private static let tooMany = DocumentFailure.tooManyValues

    @Test(
        "rejects deeply nested XML",
        arguments: [
            nested("<plist>", "<array>", "</array>", "</plist>"), nested("<plist>", "<array>", "", ""),
            nested("<plist>", "<dict><key>a</key>", "</dict>", "</plist>"), nested("", "(", ")", ""),
            nested("", "(", "", ""),
            nested("({a=", "{a=", ";}", "})"), nested("<plist><array>", "<!-- <array> -->", "", "<dict>"),
        ])
    func rejectsDeepXML(text: String) async throws {
        let reading = try await ToDoReading(text, as: Repositories.propertyList)
        #expect(reading.failure != nil)
        #expect(reading.failure == Self.damaged || text.hasPrefix("("))
    }

    @Test("rejects deeply nested binary lists")
    func rejectsDeepBinary() async throws {
        var list = BinaryPropertyList(referenceBytes: 4)
        for level in 1..<100_000 { list.add([0xA1], references: [level]) }
        list.add([0xA0])
        let reading = try await ToDoReading(list.bytes, as: Repositories.propertyList)
        #expect(reading.failure == Self.nothing)
    }

    @Test("rejects a binary list that contains itself")
    func rejectsCycles() async throws {
        var array = BinaryPropertyList()
        array.add([0xA2], references: [0, 0])
        let reading = try await ToDoReading(array.bytes, as: Repositories.propertyList)
        #expect(reading.failure == Self.nothing)
        var dictionary = BinaryPropertyList()
        dictionary.add([0xA1], references: [1])
        dictionary.add([0xD2], references: [2, 3, 1, 1])
        dictionary.add([0x58] + Array("titleKey".utf8))
        dictionary.add([0x5B] + Array("locationKey".utf8))
        let second = try await ToDoReading(dictionary.bytes, as: Repositories.propertyList)
        #expect(second.recordErrors == [1: .wrongType(field: "title", expected: .text)] && second.error == nil)
    }

    @Test("rejects a value that is referenced exponentially often", arguments: [[0xD0], [0x51, 0x41]] as [[UInt8]])
    func rejectsRepeatedValues(last: [UInt8]) async throws {
        var list = BinaryPropertyList()
        list.add([0xAF, 0x12, 0x00, 0x3F, 0xFF, 0xFF] + Array(repeating: 1, count: 0x3F_FFFF))
        list.add(last)
        let reading = try await ToDoReading(list.bytes, as: Repositories.propertyList)
        #expect(reading.failure == Self.tooMany)
    }

    @Test("ignores repeated values in unread keys")
    func ignoresUnreadValues() async throws {
        var list = BinaryPropertyList()
        list.add([0xA1], references: [1])
        list.add([0xD2], references: [2, 3, 2, 4])
        list.add([0x58] + Array("titleKey".utf8))
        list.add([0x55] + Array("other".utf8))
        for level in 5..<20 { list.add([0xAA], references: Array(repeating: level, count: 10)) }
        list.add([0xA0])
        let reading = try await ToDoReading(list.bytes, as: Repositories.propertyList)
        #expect(reading.items == [ToDoItem(title: "titleKey")] && reading.error == nil)
    }

    @Test("rejects a long text that is referenced many times")
    func rejectsRepeatedText() async throws {
        var list = BinaryPropertyList(referenceBytes: 2)
        list.add([0xAF, 0x11, 0x10, 0x00], references: Array(repeating: 1, count: 4_096))
        list.add([0xD1], references: [2, 3])
        list.add([0x58] + Array("titleKey".utf8))
        list.add([0x5F, 0x12, 0x00, 0x10, 0x00, 0x00] + Array(repeating: 0x41, count: 1 << 20))
        let reading = try await ToDoReading(list.bytes, as: Repositories.propertyList)
        #expect(reading.failure == Self.tooMany)
    }

    @Test("rejects counts larger than the document", arguments: [0xA, 0xC, 0xD, 0x4, 0x5, 0x6] as [UInt8])
    func rejectsOverstatedCounts(kind: UInt8) async throws {
        for count in [0x7FFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, 0x1_0000_0000] as [UInt64] {
            var list = BinaryPropertyList()
            list.add([0xA1], references: [1])
            list.add([kind << 4 | 0xF, 0x13] + withUnsafeBytes(of: count.bigEndian) { Array($0) })
            let reading = try await ToDoReading(list.bytes, as: Repositories.propertyList)
            #expect(reading.failure != nil)
        }
    }

    @Test("rejects a reference to the object after the last one", arguments: [1, 2])
    func rejectsReferenceAfterLastObject(number: Int) async throws {
        var list = BinaryPropertyList()
        list.add([0xA1], references: [number])
        list.add([0xD0])
        let reading = try await ToDoReading(list.bytes, as: Repositories.propertyList)
        #expect(reading.failure == (number == 2 ? Self.damaged : nil))
    }

    @Test(
        "reads integers of 1 to 16 bytes",
        arguments: [
            [0x10, 200], [0x11, 1, 0], [0x12, 0, 1, 0, 0], [0x13, 0, 0, 0, 1, 0, 0, 0, 0],
            [0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], [0x14] + Array(repeating: 0, count: 15) + [9],
            [0x15] + Array(repeating: 0, count: 32),
        ] as [[UInt8]])
    func readsIntegers(object: [UInt8]) async throws {
        var list = BinaryPropertyList()
        list.add([0xA1], references: [1])
        list.add([0xD2], references: [2, 3, 4, 5])
        list.add([0x58] + Array("titleKey".utf8))
        list.add([0x5C] + Array("timestampKey".utf8))
        list.add([0x51, 0x61])
        list.add(object)
        let reading = try await ToDoReading(list.bytes, as: Repositories.propertyList)
        let last = object.last == 0xFE ? -2 : 1 << 32
        let expected: [UInt8: Int] = [0x10: 200, 0x11: 256, 0x12: 65_536, 0x13: last, 0x14: 9]
        let seconds = expected[object[0]]
        #expect(reading.items == (seconds.map { [ToDoItem(title: "a", timestamp: moment($0))] } ?? []))
    }

    @Test("rejects too many small values")
    func rejectsManyValues() async throws {
        let text = "<plist><array>" + String(repeating: "<dict/>", count: 4_100_000) + "</array></plist>"
        let reading = try await ToDoReading(text, as: Repositories.propertyList)
        #expect(reading.failure == Self.tooMany)
    }

    @Test(
        "limits the opening tags of XML",
        arguments: [(3_999_998, DocumentFailure.notPropertyList), (3_999_999, .tooManyValues)])
    func limitsOpeningTags(count: Int, failure: DocumentFailure) async throws {
        let text = "<plist><x>" + String(repeating: "<x", count: count)
        let reading = try await ToDoReading(text, as: Repositories.propertyList)
        #expect(reading.failure == failure)
    }

    @Test("does not count closing tags, even in UTF-16")
    func ignoresClosingTags() async throws {
        let text = "<plist><x>" + String(repeating: "<x</", count: 2_000_001)
        let reading = try await ToDoReading(try #require(text.data(using: .utf16)), as: Repositories.propertyList)
        #expect(reading.failure == Self.damaged)
    }

    @Test("rejects a document above the size limit")
    func rejectsLongDocument() async throws {
        let text =
            Data("<plist><array><dict><key>titleKey</key><string>".utf8)
            + Data(repeating: 0x41, count: 64 << 20) + Data("</string></dict></array></plist>".utf8)
        let reading = try await ToDoReading(text, as: Repositories.propertyList)
        #expect(reading.failure == .tooLarge(limit: 64 << 20))
        let longest = try await ToDoReading(Data(repeating: 0x41, count: 64 << 20), as: Repositories.propertyList)
        #expect(longest.failure == Self.damaged)
    }
}

private func nested(_ start: String, _ open: String, _ close: String, _ end: String) -> String {
    start + String(repeating: open, count: 100_000) + String(repeating: close, count: 100_000) + end
}
