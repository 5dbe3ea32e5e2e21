import Testing

@Suite("A catalogue document that is cut off")
struct DocumentCutOffTests {
    @Test("in the middle of its last line is refused, since nobody knows what was lost")
    func cutLine() {
        let whole = record("a") + "\n" + record("b") + "\n"
        for count in (record("a").utf8.count + 2)..<(whole.utf8.count - 2) {
            let cut = String(whole.prefix(count))
            #expect(reasonForRefusing(cut) == "is not JSON: it ends in the middle, after byte \(count)")
        }
    }

    @Test("of nothing but its last line's end is whole")
    func withoutLastNewline() throws {
        #expect(try DocumentReading(record("a") + "\n" + record("b")).titles == ["a", "b"])
    }
}
