import FermataPresentation
import Testing

@Suite("Problems of a command line")
struct CommandLineProblemTests {
    private static let commands = ["list", "play", "playlist", "--version"]

    @Test("the hint is the command line with -- before the words that begin with a dash")
    func hintShowsCommandLine() throws {
        let problem = try #require(DashedWordError(in: ["list", "hello", "-live", "--limit", "3"])).problem(for: .user)
        #expect(problem.kind == .usage)
        #expect(problem.text.contains("“-live” is not an option."))
        #expect(problem.text.contains("fermata list hello --limit 3 -- -live"))
    }

    @Test(
        "ignores numbers, known options, words after --, and a single word",
        arguments: [
            ["list", "--limit", "-1"], ["list", "--sort", "loud"], ["list", "--", "-live"], ["-live"], ["list", "-h"],
            ["list", "-"], ["todo", "add", "x", "--at", "-.5"], ["library", "backup", "-f"],
            ["list", "-live", "--help"],
        ])
    func leavesOthers(arguments: [String]) {
        #expect(DashedWordError(in: arguments) == nil)
    }

    @Test(
        "suggests a similar command for at most two added or removed letters",
        arguments: [
            (["lst"], "fermata list"), (["LIST"], "fermata list"), (["paly"], "fermata play"),
            (["playl"], "fermata play"), (["version"], "fermata --version"),
        ])
    func suggestsSimilarCommand(words: [String], command: String) {
        let problem = UnknownCommandError(words, commands: Self.commands, kinds: ["folder"]).problem(for: .user)
        #expect(problem.kind == .usage)
        #expect(problem.text.contains("Did you mean “\(command)”? To search"), "\(problem.text)")
    }

    @Test("no command is suggested for another word", arguments: ["bowie", "li", "lists of songs", "p", ""])
    func suggestsNoOtherCommand(word: String) {
        let text = UnknownCommandError([word], commands: ["playlist", "sync"]).problem(for: .user).text
        #expect(!text.contains("Did you mean"))
    }

    @Test("the first of two equally similar commands is suggested")
    func suggestsFirstSimilarCommand() {
        let text = UnknownCommandError(["plat"], commands: ["play", "plan"]).problem(for: .user).text
        #expect(text.contains("Did you mean “fermata play”?"), "\(text)")
    }

    @Test(
        "the name that another program has for a command leads to the command",
        arguments: [
            ("search wish", "list wish"), ("find wish you", "list wish you"), ("search", "list WORDS"),
            ("genre jazz", "list genre:jazz"), ("favourite wish", "bookmark wish"), ("pause", "player pause"),
            ("status", "player status"), ("next", "player next"), ("stop", "player stop"), ("queue", "player queue"),
            ("seek 1:23", "player seek 1:23"), ("prev", "player previous"), ("add wish", "player add wish"),
            ("add /music", "source add /music"), ("add folder x", "source add folder x"), ("update", "sync"),
            ("settings", "config"), ("backup x.sqlite", "library backup x.sqlite"),
        ])
    func suggestsMeantCommand(line: String, command: String) {
        let words = line.split(separator: " ").map(String.init)
        let text = UnknownCommandError(words, commands: Self.commands, kinds: ["folder"]).problem(for: .user).text
        #expect(text.contains("Did you mean “fermata \(command)”?"), "\(text)")
        #expect(text.contains("To search the library") == !command.hasPrefix("list"), "\(text)")
        #expect(!text.contains("fermata list search") && !text.contains("fermata list find"), "\(text)")
    }

    @Test("in a group of commands, such a name has no meaning of its own")
    func suggestsNothingInGroup() {
        let text = UnknownCommandError(["search"], in: ["source"], commands: ["add"]).problem(for: .user).text
        #expect(!text.contains("Did you mean"), "\(text)")
    }

    @Test("an unknown command is a search, except in a group of commands")
    func suggestsSearch() {
        let search = UnknownCommandError(["low", "it's"], commands: []).problem(for: .user).text
        #expect(
            search == "No command is named “low”. To search the library, run: fermata list low 'it'\\''s'. "
                + "To see all commands, run: fermata help")
        let group = UnknownCommandError(["nope", "x"], in: ["source"], commands: ["add"]).problem(for: .user).text
        #expect(
            group == "No command is named “source nope”. To see the commands of source, run: fermata help source")
    }

    @Test("an option before the command moves behind it, with its value")
    func movesOptions() throws {
        let arguments = ["--library", "my music", "list", "low", "--", "-live"]
        let candidates = MisplacedOptionError.candidates(in: arguments, commands: Self.commands)
        let problem = try #require(candidates.first).problem(for: .user)
        #expect(candidates.count == 1 && problem.kind == .usage)
        #expect(
            problem.text == "“--library” must follow the command. Run: fermata list low --library 'my music' -- -live")
    }

    @Test("each command before -- may be the one that an option belongs to")
    func findsCandidates() {
        func candidates(_ arguments: [String]) -> [[String]] {
            MisplacedOptionError.candidates(in: arguments, commands: Self.commands).map(\.arguments)
        }
        #expect(
            candidates(["--sort", "play", "list", "low"]) == [
                ["play", "list", "low", "--sort"], ["list", "low", "--sort", "play"],
            ])
        #expect(candidates(["--sort", "x", "--", "list"]).isEmpty)
        #expect(candidates(["list", "--library", "list"]).isEmpty)
        #expect(candidates([]).isEmpty)
    }
}
