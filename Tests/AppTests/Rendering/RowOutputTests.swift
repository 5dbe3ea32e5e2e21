import FermataPresentation
import Testing
import FermataApp

@Suite("Printing rows as they arrive")
struct RowOutputTests {
    @Test("rows of several batches are one list")
    func joinsBatches() throws {
        let sink = CapturedOutput()
        let output = RowOutput(JSONRenderer<MusicCellModel>(fields: [.title], for: .user), to: sink)
        try output.begin()
        try output.rows([.song(title: "a"), .song(title: "b")])
        try output.rows([])
        try output.rows([.song(title: "c")])
        try output.end()
        #expect(sink.text == "[\n{\"title\":\"a\"},\n{\"title\":\"b\"},\n{\"title\":\"c\"}\n]\n")
        #expect(output.count == 3)
        #expect(sink.flushes == 1)
    }

    @Test("memory is bounded by a buffer for any length of list")
    func boundsMemory() throws {
        let sink = CapturedOutput()
        let output = RowOutput(PlainRenderer<MusicCellModel>(fields: [.title]), to: sink)
        let row = MusicCellModel.song(title: String(repeating: "x", count: 999))
        try output.begin()
        try output.rows(Array(repeating: row, count: 1000))
        #expect(output.count == 1000)
        #expect(sink.writes.count == 15)
        #expect(sink.writes.allSatisfy { (65_536..<66_536).contains($0) })
        try output.end()
        #expect(sink.text.utf8.count == 1_000_000)
    }

    @Test("a closed reader ends the printing")
    func stopsOnClosedReader() throws {
        let output = RowOutput(PlainRenderer<MusicCellModel>(fields: [.title]), to: CapturedOutput(limit: 10))
        try output.begin()
        #expect(throws: OutputError.closed) {
            try output.rows(Array(repeating: .song(), count: 100_000))
            try output.end()
        }
    }

    @Test("rows can be flushed before the buffer is full")
    func flushesEarly() throws {
        let sink = CapturedOutput()
        let output = RowOutput(PlainRenderer<MusicCellModel>(fields: [.title]), to: sink)
        try output.begin()
        try output.rows([.song(title: "a")])
        #expect(sink.text.isEmpty)
        output.flush()
        #expect(sink.text == "a\n")
        try output.rows([.song(title: "b")])
        try output.end()
        #expect(sink.text == "a\nb\n")
    }

    @Test("a failed flush throws at the end")
    func throwsLateFailure() throws {
        let output = RowOutput(PlainRenderer<MusicCellModel>(fields: [.title]), to: CapturedOutput(limit: 1))
        try output.begin()
        for _ in 1...3 {
            try output.rows([.song(title: "a longer title")])
            output.flush()
        }
        #expect(throws: OutputError.closed) { try output.end() }
    }
}
