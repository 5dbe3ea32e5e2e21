import Foundation
import TestTraits
import Testing
import FermataApp

@Suite("Reading a secret from a terminal")
struct SecretPromptTests {
    @Test(
        "a prompt edits its line as terminals do",
        arguments: [
            ("secret7\n", "secret7"), ("secret8\u{7F}7\r", "secret7"), ("wrong\u{15}secret7\n", "secret7"),
            ("사랑\u{8}\n", "사"), ("\n", ""), ("secret7", "secret7"), ("secret7\u{4}", "secret7"),
        ])
    func editsLine(typed: String, line: String) throws {
        #expect(try read(typed) == line)
    }

    @Test("reading ends at the end of input", arguments: ["", "\u{4}"])
    func endsAtEndOfInput(typed: String) throws {
        #expect(try read(typed) == nil)
    }

    @Test("Ctrl-C cancels the prompt")
    func isCancelled() {
        #expect(throws: CancellationError.self) { try read("secret7\u{3}\n") }
    }

    @Test(
        "Ctrl-C at the prompt ends the program with SIGINT, and the terminal shows typing",
        .timeLimit(.minutes(2)), arguments: ["dumb", "xterm-256color"])
    func endsProgramOnInterrupt(terminalType: String) async throws {
        var program = try Program()
        program.environment["TERM"] = terminalType
        let process = try program.process(
            ["source", "add", "subsonic", "http://127.0.0.1:1", "--user", "ann", "--library", program.library])
        let terminal = try BareTerminal()
        let ended = try terminal.start(process)
        try await terminal.wait(for: "Password: ")
        try await waitUntil { !terminal.isEchoing }
        terminal.type("\u{3}")
        await ended()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
        #expect(terminal.isEchoing)
        terminal.end()
    }

    @Test(
        "a new password is typed twice, and is not set if the two differ", .timeLimit(.minutes(2)),
        arguments: [("secret7", true), ("secret8", false)])
    func asksTwice(again: String, isSet: Bool) async throws {
        try await SharedLibrary.story.withCopy { program in
            let process = try program.process(["user", "add", "anna", "--library", program.library])
            let terminal = try BareTerminal()
            let ended = try terminal.start(process)
            for (prompt, text) in [("New password: ", "secret7"), ("New password again: ", again)] {
                try await terminal.wait(for: prompt)
                try await waitUntil { !terminal.isEchoing }
                terminal.type(text + "\r")
            }
            await ended()
            #expect((process.terminationStatus == 0) == isSet)
            #expect(terminal.text.contains("The two passwords differ. Nothing was changed.") == !isSet)
            #expect(try await program.run("user list").output.contains("anna") == isSet)
            terminal.end()
        }
    }

    private func read(_ typed: String) throws -> String? {
        var bytes = typed.utf8.makeIterator()
        return try SecretPrompt.line { bytes.next() }
    }
}
