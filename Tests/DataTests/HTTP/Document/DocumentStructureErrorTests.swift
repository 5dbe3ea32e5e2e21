import FermataDomain
import Testing

@Suite("Structure errors in catalogue documents")
struct DocumentStructureErrorTests {
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

    @Test(
        "returns the complete records before a break",
        arguments: [
            ("[A,B,,C]", ["A", "B"]), ("[A,B,C", ["A", "B", "C"]), ("[A,B,{\"ti", ["A", "B"]), ("[A B]", ["A"]),
            ("A\nB\n{\"ti", ["A", "B"]), ("<html>", []), ("{\"ti", []),
        ])
    func returnsRecordsBeforeBreak(document: String, titles: [String]) throws {
        let text = ["A", "B", "C"].reduce(document) { $0.replacing($1, with: record($1)) }
        let (reading, failure) = try DocumentReading.untilError(text)
        #expect(failure != nil && reading.titles == titles)
        #expect(reading.positions == Array(1...titles.count + 1).dropLast())
    }

    @Test("returns every complete record of a long document before a break")
    func returnsLongDocumentBeforeBreak() throws {
        let records = (1...5_000).map { record("\($0)") }
        let (reading, failure) = try DocumentReading.untilError("[\(records.joined(separator: ",")),,]")
        #expect(failure != nil && reading.titles == (1...5_000).map(String.init))
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
