import FermataPresentation
import Testing

@Suite("Words that begin with a dash")
struct DashedWordTests {
    @Test("the hint is the command line with -- before these words")
    func hintShowsCommandLine() throws {
        let problem = try #require(DashedWordError(in: ["list", "hello", "-live", "--limit", "3"])).problem(for: .user)
        #expect(problem.kind == .usage)
        #expect(problem.text.contains("“-live” is not an option."))
        #expect(problem.text.contains("fermata list hello --limit 3 -- -live"))
    }

    @Test(
        "numbers, options, words after -- and lonely words are something else",
        arguments: [
            ["list", "--limit", "-1"], ["list", "--sort", "loud"], ["list", "--", "-live"], ["-live"], ["list", "-h"],
            ["list", "-"], ["todo", "add", "x", "--at", "-.5"], ["library", "backup", "-f"],
            ["list", "-live", "--help"],
        ])
    func leavesOthers(arguments: [String]) {
        #expect(DashedWordError(in: arguments) == nil)
    }
}
