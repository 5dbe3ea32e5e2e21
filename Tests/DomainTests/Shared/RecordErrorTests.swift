import FermataDomain
import Testing

@Suite("Errors of records")
struct RecordErrorTests {
    @Test("an error of a file is one, and an error of another record is none")
    func distinguishesFiles() {
        #expect(RecordError.file("a.mp3", .tagsTooLarge(limit: 1)).isOfFile)
        #expect(!RecordError.unreadable.isOfFile)
    }
}
