import Foundation
import Testing

@Suite(
    "Story: I see my to-dos in a terminal",
    .enabled("tmux draws the terminal; Tests/run installs it") { await TerminalScreen.isPossible() },
    .timeLimit(.minutes(2)))
struct ToDoTerminalTests {
    @Test(
        "Given a done to-do, then its title is struck through or marked",
        arguments: [("xterm-256color", true), ("linux", false), ("dumb", false)])
    func strikesDoneToDoThrough(terminal: String, canStrike: Bool) async throws {
        try await withToDos { program in
            try await program.run("todo check 2")
            try await TerminalScreen.running(program, "todo", environment: ["TERM": terminal]) { screen in
                let lines = try await screen.lines(showing: "ended with 0", withColours: true)
                let done = try #require(lines.first { $0.contains("Buy Low") })
                #expect(done.contains("\u{1B}[9mBuy Low") == canStrike)
                #expect(done.contains("✓") != canStrike)
            }
        }
    }

    @Test(
        "Given a to-do, when I remove it, then only yes confirms it",
        arguments: [
            ("y", "xterm-256color", true), ("n", "xterm-256color", false), ("y", "dumb", true), ("y", "", true),
        ])
    func removesToDoOnlyOnYes(reply: String, terminal: String, isRemoved: Bool) async throws {
        try await withToDos { program in
            try await TerminalScreen.running(program, "todo remove 2", environment: ["TERM": terminal]) { screen in
                try await screen.lines(showing: "Remove “Buy Low”? [y/N]")
                try await screen.type(reply, "Enter")
                try await screen.lines(showing: "ended with 0")
            }
            #expect(try await program.column("number", "todo") == (isRemoved ? ["1"] : ["1", "2"]))
        }
    }

    private func withToDos(_ body: (Program) async throws -> Void) async throws {
        let program = try Program()
        try await program.run(words: ["todo", "add", "Carols", "--place", "롯데콘서트홀", "--address", "서울특별시 송파구"])
        try await program.run(words: ["todo", "add", "Buy Low"])
        try await body(program)
    }
}
