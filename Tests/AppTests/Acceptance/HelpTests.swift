import Foundation
import Testing

@Suite("Story: I ask the program what it can do")
struct HelpTests {
    @Test(
        "Given a request for help, then it is printed on standard output",
        arguments: [
            (["--help"], "USAGE: fermata <subcommand>"), (["help"], "USAGE: fermata <subcommand>"),
            (["help", "list"], "USAGE: fermata list"), (["list", "--help"], "--bookmarked-first"),
            (["help", "source", "add"], "USAGE: fermata source add"), (["--version"], "0.1.0"),
            (["--version", "list"], "0.1.0"),
            (["player", "seek", "--version"], "0.1.0"),
        ])
    func printsHelp(arguments: [String], text: String) async throws {
        let program = try Program()
        let outcome = try await program.run(arguments)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains(text))
        #expect(outcome.errors.isEmpty)
    }

    @Test("Given words without a command, then I see the command that searches for them")
    func suggestsSearch() async throws {
        let program = try Program()
        let outcome = try await program.run(["bowie", "low life", "--json"])
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("No command is named “bowie”."))
        #expect(outcome.errors.contains("fermata list bowie 'low life'"), "\(outcome.errors)")
    }

    @Test(
        "Given a mistyped command, then I see its name and what to type instead",
        arguments: [
            ("lst", "“lst”. Did you mean “fermata list”? To search"), ("version", "Did you mean “fermata --version”?"),
            ("help nope", "No command is named “nope”. To search"), ("nope --help", "No command is named “nope”."),
            ("help source ad", "No command is named “source ad”. Did you mean “fermata source add”?"),
            ("source sing", "“source sing”. To see the commands of source, run: fermata help source"),
            ("todo lst --json", "Did you mean “fermata todo list”?"), ("player nope", "the commands of player"),
        ])
    func reportsUnknownCommand(arguments: String, message: String) async throws {
        let program = try Program()
        let outcome = try await program.run(arguments)
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(
        "Given an option before the command, then I see where it belongs",
        arguments: [
            ("--limit 3 list bowie", "“--limit” must follow the command. Run: fermata list bowie --limit 3"),
            ("--sort artist list bowie", "“--sort” must follow the command. Run: fermata list bowie --sort artist"),
            ("--lmit 3 list bowie", "Unknown option '--lmit'"),
        ])
    func explainsMisplacedOption(arguments: String, message: String) async throws {
        let program = try Program()
        let outcome = try await program.run(arguments)
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("Given no command, then I see the commands")
    func listsCommands() async throws {
        let program = try Program()
        let outcome = try await program.run([])
        #expect(outcome.code == 0)
        #expect(
            (outcome.output + outcome.errors).contains("bookmark                Bookmark songs, albums or artists."))
    }

    @Test(
        "Given a shell, then its completion script contains the commands",
        arguments: ["bash", "zsh", "fish"])
    func printsCompletionScript(shell: String) async throws {
        let program = try Program()
        let outcome = try await program.run(["--generate-completion-script", shell])
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        for word in ["unbookmark", "bookmarked-first", "source"] { #expect(outcome.output.contains(word)) }
        if shell == "bash" {
            let script = program.home.appending(path: "completion.bash")
            try outcome.output.write(to: script, atomically: true, encoding: .utf8)
            #expect(try await RunningProgram.tool(["bash", "-n", script.path]).outcome().code == 0)
        }
    }
}
