import FermataDomain
import Testing

@Suite("Truncated NDJSON")
struct TruncatedNDJSONTests {
    @Test("rejects a document whose last line is truncated")
    func rejectsTruncatedLastLine() {
        let complete = record("a") + "\n" + record("b") + "\n"
        for count in (record("a").utf8.count + 2)..<(complete.utf8.count - 2) {
            let cut = String(complete.prefix(count))
            #expect(reasonForRefusing(cut) == .incompleteJSON(after: count))
        }
    }

    @Test("accepts a document without its last newline")
    func acceptsMissingLastNewline() throws {
        #expect(try DocumentReading(record("a") + "\n" + record("b")).titles == ["a", "b"])
    }
}
