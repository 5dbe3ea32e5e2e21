import FermataDomain
import Testing

@Suite("Structure errors in catalogue documents")
struct DocumentBreakTests {
    @Test(
        "names the byte of a structure error in an array",
        arguments: [
            ("[{} {}]", "unexpected '{' at byte 5"),
            ("[{},]", "unexpected ']' at byte 5"),
            ("[,{}]", "unexpected ',' at byte 2"),
            ("[{},,{}]", "unexpected ',' at byte 5"),
            ("[{}x]", "unexpected 'x' at byte 4"),
            ("[{}]]", "unexpected ']' at byte 5"),
            ("[{}]\n{}", "unexpected '{' at byte 6"),
            ("[abc]", "unexpected 'a' at byte 2"),
            ("[{}}]", "unexpected '}' at byte 4"),
            ("[{}\u{00}]", "unexpected 0x00 at byte 4"),
        ])
    func namesByteOfArrayError(document: String, reason: String) {
        #expect(reasonForRefusing(document) == "is not JSON: \(reason)")
    }

    @Test(
        "rejects a truncated document",
        arguments: ["[", "[{}", "[{},", "[{\"a", "[1", "{\n\"title\": 1", "{\n\"title\": \"\\"])
    func rejectsTruncatedDocument(document: String) {
        #expect(reasonForRefusing(document) == "is not JSON: it ends in the middle, after byte \(document.utf8.count)")
    }

    @Test(
        "rejects text after a single object",
        arguments: [
            ("{\n}\n x", "unexpected 'x' at byte 6"),
            ("{\n} {}", "unexpected '{' at byte 5"),
        ])
    func rejectsTextAfterObject(document: String, reason: String) {
        #expect(reasonForRefusing(document) == "is not JSON: \(reason)")
    }

    @Test("rejects invalid elements and reads the others")
    func skipsInvalidElements() throws {
        let reading = try DocumentReading(
            #"[{"title": }, \#(record("b")), 1, "two", null, [3], -4.5e6, true, \#(record("i"))]"#)
        #expect(reading.titles == ["b", "i"])
        #expect(reading.positions == [2, 9])
        #expect(reading.rejected.map(\.position) == [1, 3, 4, 5, 6, 7, 8])
        #expect(reading.rejected[0].reason.hasPrefix("is not JSON: "))
        #expect(Set(reading.rejected.dropFirst().map(\.reason)) == ["is not a JSON object"])
    }
}
