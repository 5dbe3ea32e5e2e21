import FermataDomain
import Testing

@Suite("A catalogue document with a broken structure")
struct DocumentBreakTests {
    @Test(
        "a break in an array is an error that names the byte",
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
    func array(document: String, reason: String) {
        #expect(reasonForRefusing(document) == "is not JSON: \(reason)")
    }

    @Test(
        "a document that is cut off is an error",
        arguments: ["[", "[{}", "[{},", "[{\"a", "[1", "{\n\"title\": 1", "{\n\"title\": \"\\"])
    func cutOff(document: String) {
        #expect(reasonForRefusing(document) == "is not JSON: it ends in the middle, after byte \(document.utf8.count)")
    }

    @Test(
        "only white space may follow a single object",
        arguments: [
            ("{\n}\n x", "unexpected 'x' at byte 6"),
            ("{\n} {}", "unexpected '{' at byte 5"),
        ])
    func afterObject(document: String, reason: String) {
        #expect(reasonForRefusing(document) == "is not JSON: \(reason)")
    }

    @Test("a bad element within a sound frame is a rejected record and the rest goes on")
    func badElements() throws {
        let reading = try DocumentReading(
            #"[{"title": }, \#(record("b")), 1, "two", null, [3], -4.5e6, true, \#(record("i"))]"#)
        #expect(reading.titles == ["b", "i"])
        #expect(reading.positions == [2, 9])
        #expect(reading.rejected.map(\.position) == [1, 3, 4, 5, 6, 7, 8])
        #expect(reading.rejected[0].reason.hasPrefix("is not JSON: "))
        #expect(Set(reading.rejected.dropFirst().map(\.reason)) == ["is not a JSON object"])
    }
}
