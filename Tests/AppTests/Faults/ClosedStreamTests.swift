import Foundation
import Testing

@Suite("Promise: a closed stream never becomes the library")
struct ClosedStreamTests {
    @Test(
        "Given a closed stream, when I change and list, then the library is intact",
        arguments: [("<&-", Int32(0)), (">&-", 74), ("2>&-", 0), ("<&- >&- 2>&-", 74)])
    func closedStreamDoesNotDamageLibrary(streams: String, code: Int32) async throws {
        let program = try Program()
        try await program.run(words: ["todo", "add", "Buy Low"])
        let add = "'\(Program.executable.path)' todo add Gig --address Nowhere"
        let line = "\(add) --library '\(program.library)' \(streams)"
        let outcome = try await RunningProgram.tool(["sh", "-c", line]).outcome()
        #expect(outcome.code == code, "\(outcome.errors)")
        #expect(try await LibraryFile(path: program.library).integrity() == ["ok"])
        #expect(try await program.column("title", "todo") == ["Buy Low", "Gig"])
    }
}
