import FermataDomain
import Testing

@Suite("Structure errors in catalogue documents")
struct DocumentBreakTests {
    @Test(
        "names the byte of a structure error in an array",
        arguments: [
            ("[{} {}]", ContentFailure.notJSON(byte: UInt8(ascii: "{"), at: 4)),
            ("[{},]", .notJSON(byte: UInt8(ascii: "]"), at: 4)),
            ("[,{}]", .notJSON(byte: UInt8(ascii: ","), at: 1)),
            ("[{},,{}]", .notJSON(byte: UInt8(ascii: ","), at: 4)),
            ("[{}x]", .notJSON(byte: UInt8(ascii: "x"), at: 3)),
            ("[{}]]", .notJSON(byte: UInt8(ascii: "]"), at: 4)),
            ("[{}]\n{}", .notJSON(byte: UInt8(ascii: "{"), at: 5)),
            ("[abc]", .notJSON(byte: UInt8(ascii: "a"), at: 1)),
            ("[{}}]", .notJSON(byte: UInt8(ascii: "}"), at: 3)),
            ("[{}\u{00}]", .notJSON(byte: 0x00, at: 3)),
        ])
    func namesByteOfArrayError(document: String, failure expected: ContentFailure) {
        #expect(reasonForRefusing(document) == expected)
    }

    @Test(
        "rejects a truncated document",
        arguments: ["[", "[{}", "[{},", "[{\"a", "[1", "{\n\"title\": 1", "{\n\"title\": \"\\"])
    func rejectsTruncatedDocument(document: String) {
        #expect(reasonForRefusing(document) == .incompleteJSON(after: document.utf8.count))
    }

    @Test(
        "rejects text after a single object",
        arguments: [
            ("{\n}\n x", ContentFailure.notJSON(byte: UInt8(ascii: "x"), at: 5)),
            ("{\n} {}", .notJSON(byte: UInt8(ascii: "{"), at: 4)),
        ])
    func rejectsTextAfterObject(document: String, failure expected: ContentFailure) {
        #expect(reasonForRefusing(document) == expected)
    }

    @Test("rejects invalid elements and reads the others")
    func skipsInvalidElements() throws {
        let reading = try DocumentReading(
            #"[{"title": }, \#(record("b")), 1, "two", null, [3], -4.5e6, true, \#(record("i"))]"#)
        #expect(reading.titles == ["b", "i"])
        #expect(reading.positions == [2, 9])
        #expect(reading.rejected.map(\.position) == [1, 3, 4, 5, 6, 7, 8])
        #expect(reading.rejected[0].cause.isInvalidJSON)
        #expect(reading.rejected.dropFirst().allSatisfy { $0.cause == .notAnObject })
    }
}
