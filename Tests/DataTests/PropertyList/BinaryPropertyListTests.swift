import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Binary property lists")
struct BinaryPropertyListTests {
    private static let damaged = DocumentFailure.notPropertyList

    @Test(
        "reads truth values and the integers 0 and 1",
        arguments: [
            ([0x08], false), ([0x09], true), ([0x10, 0], false), ([0x10, 1], true), ([0x10, 2], nil), ([0x00], nil),
        ] as [([UInt8], Bool?)])
    func readsTruthValues(object: [UInt8], isDone: Bool?) async throws {
        let list = BinaryPropertyList(key: "doneKey", value: object)
        let reading = try await read(list.bytes)
        #expect(reading.entries.map(\.isDone) == (isDone.map { [$0] } ?? []))
        let error = RecordError.wrongType(field: "done", expected: .boolean)
        #expect(reading.recordErrors[1] == (isDone == nil ? error : nil))
    }

    @Test("reads text as UTF-16")
    func readsUTF16() async throws {
        let list = BinaryPropertyList(key: "artistKey", value: [0x62, 0xCC, 0x54, 0xBC, 0x84])
        #expect(try await read(list.bytes).items == [ToDoItem(title: "a", subject: .artist("\u{CC54}\u{BC84}"))])
    }

    @Test("rejects a dictionary that is its own key")
    func rejectsRecursiveKey() async throws {
        var list = BinaryPropertyList()
        list.add([0xA1], references: [1])
        list.add([0xD1], references: [1, 1])
        #expect(try await read(list.bytes).failure == Self.damaged)
    }

    @Test("rejects an object in the table of offsets")
    func rejectsObjectInTable() async throws {
        var list = BinaryPropertyList()
        list.add([0xA1], references: [1])
        list.add([])
        #expect(try await read(list.bytes).failure == Self.damaged)
    }

    @Test("rejects a number of objects for which the table of offsets is too short")
    func rejectsShortTable() async throws {
        var list = BinaryPropertyList()
        list.add([0xA1], references: [1])
        list.add([0xD0])
        var bytes = list.bytes
        #expect(try await read(bytes).failure == nil)
        bytes[bytes.count - 17] += 1
        #expect(try await read(bytes).failure == Self.damaged)
    }

    @Test(
        "rejects an object that is one element longer than the document",
        arguments: [
            (0x4F, 44, nil), (0x4F, 45, .notPropertyList), (0x5F, 44, nil), (0x5F, 45, .notPropertyList),
            (0x6F, 22, nil), (0x6F, 23, .notPropertyList), (0xDF, 23, .notPropertyList),
        ] as [(UInt8, UInt8, DocumentFailure?)])
    func rejectsLongObject(kind: UInt8, count: UInt8, failure: DocumentFailure?) async throws {
        var list = BinaryPropertyList()
        list.add([0xA2], references: [1, 2])
        list.add([0xD0])
        list.add([kind, 0x11, 0, count])
        #expect(try await read(list.bytes).failure == failure)
    }

    @Test("rejects an array that is one element longer than the document")
    func rejectsLongArray() async throws {
        var list = BinaryPropertyList()
        list.add([0xAF, 0x11, 0, 37])
        #expect(try await read(list.bytes).failure == Self.damaged)
    }

    @Test(
        "limits the elements of an array",
        arguments: [(3_999_999, DocumentFailure.notPropertyList), (4_000_000, .tooManyValues)])
    func limitsElements(count: Int, failure: DocumentFailure) async throws {
        let head: [UInt8] = [0xAF, 0x12] + withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) }
        var list = BinaryPropertyList(referenceBytes: 8)
        // The first reference is invalid, so no element is read.
        list.add(head + [UInt8](repeating: 0xFF, count: 8))
        list.append(zeros: 8 * count)
        #expect(try await read(list.bytes).failure == failure)
    }

    @Test(
        "limits the bytes of all texts",
        arguments: [([0x50], nil), ([0x51, 0x41], .tooManyValues)] as [([UInt8], DocumentFailure?)])
    func limitsText(last: [UInt8], failure: DocumentFailure?) async throws {
        var list = BinaryPropertyList()
        list.add([0xAF, 0x10, 66], references: Array(repeating: 1, count: 64) + [2, 3])
        list.add([0x4F, 0x12, 0x00, 0x40, 0x00, 0x00])
        list.append(zeros: 4 << 20)
        list.add([0xD0])
        list.add(last)
        #expect(try await read(list.bytes).failure == failure)
    }

    private func read(_ bytes: Data) async throws -> ToDoReading {
        try await ToDoReading(bytes, as: Repositories.propertyList)
    }
}
