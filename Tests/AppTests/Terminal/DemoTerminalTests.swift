import Foundation
import Testing

@Suite(
    "The demo in a terminal", .enabled("needs tmux") { await TerminalScreen.isPossible() }, .timeLimit(.minutes(3)))
struct DemoTerminalTests {
    @Test("the demo plays a tune, and the line that is sung moves")
    func demoMovesLyrics() async throws {
        try await demo { screen, folder in
            let record = folder.deletingLastPathComponent().appending(path: "output")
            try await screen.record(to: record)
            let lines = try await screen.lines(showing: "This is the end of the tour.")
            #expect(!lines.contains { $0.hasPrefix("♪") || $0.hasPrefix("▶") })
            let output = String(decoding: try Data(contentsOf: record), as: UTF8.self)
            let sung = output.matches(of: /♪ ([^\e\r\n]+)/).map(\.1)
            #expect(Set(sung).count > 1, "\(sung)")
        }
    }

    @Test("Ctrl-C while the demo plays ends it and removes its files")
    func interruptEndsPlayingDemo() async throws {
        try await demo { screen, folder in
            try await screen.lines { $0.contains { $0.hasPrefix("♪") } }
            try await screen.type("C-c")
            try await screen.lines { $0.last == "$" }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    /// Runs the demo in a terminal; `folder` is its folder for temporary files.
    private func demo(_ body: (_ screen: TerminalScreen, _ folder: URL) async throws -> Void) async throws {
        let program = try Program()
        let folder = program.home.appending(path: "temporary")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await TerminalScreen.shell(program, environment: ["TMPDIR": folder.path]) { screen in
            try await screen.enter("'\(Program.executable.path)' demo")
            try await body(screen, folder)
        }
    }
}
