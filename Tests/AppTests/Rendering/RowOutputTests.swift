import FermataPresentation
import Testing
import fermata

@Suite("Printing rows as they come")
struct RowOutputTests {
    @Test("rows of several batches are one list")
    func batches() throws {
        let sink = MemorySink()
        let output = RowOutput(JSONRenderer<MusicCellModel>(fields: [.title]), to: sink)
        try output.begin()
        try output.rows([.song(title: "a"), .song(title: "b")])
        try output.rows([])
        try output.rows([.song(title: "c")])
        try output.end()
        #expect(sink.text == "[\n{\"title\":\"a\"},\n{\"title\":\"b\"},\n{\"title\":\"c\"}\n]\n")
        #expect(output.count == 3)
        #expect(sink.flushes == 1)
    }

    @Test("no more than a buffer is held, however long the list")
    func buffer() throws {
        let sink = MemorySink()
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

    @Test("a reader that has gone ends the printing")
    func closed() throws {
        let output = RowOutput(PlainRenderer<MusicCellModel>(fields: [.title]), to: MemorySink(limit: 10))
        try output.begin()
        #expect(throws: OutputError.closed) {
            try output.rows(Array(repeating: .song(), count: 100_000))
            try output.end()
        }
    }

    @Test("rows can be handed on before the buffer is full")
    func atOnce() throws {
        let sink = MemorySink()
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

    @Test("that rows could not be handed on is told at the end")
    func lateFailure() throws {
        let output = RowOutput(PlainRenderer<MusicCellModel>(fields: [.title]), to: MemorySink(limit: 1))
        try output.begin()
        for _ in 1...3 {
            try output.rows([.song(title: "a longer title")])
            output.flush()
        }
        #expect(throws: OutputError.closed) { try output.end() }
    }
}
