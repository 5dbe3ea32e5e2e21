import Foundation
import Testing

@Suite("The project speaks plain English")
struct VocabularyTests {
    /// Words that earlier versions used in a private sense; CONTRIBUTING.md names what to write instead.
    private static let words = [
        "told", "tells", "whoever", "nobody", "somebody", "kept", "whole", "begun", "farewell", "company", "mend",
        "mends", "mended", "mending",
    ]
    /// A former name of an option, which stays accepted.
    private static let formerNames = [".customLong(\"company\")"]
    private static let phrases = [
        "gone on", "goes on", "go on", "gives up", "give up", "gave up", "what is there", "is wanted", "are wanted",
        "held to", "holds to", "hold to", "let go",
    ]
    private static let endings = [".swift", ".md", ".js", ".css", ".json", ".yml"]

    @Test("no identifier, comment or message uses a banned word", arguments: SourceTree.layers + ["Tests"])
    func usesNoBannedWord(layer: String) throws {
        let files = try SourceTree.files(in: layer) { path in
            Self.endings.contains(where: path.hasSuffix) && !path.contains(".build") && !path.contains("Fixtures")
                && !path.hasSuffix("VocabularyTests.swift")
        }
        for file in files { expectPlain(file) }
    }

    @Test("the README uses no banned word")
    func readmeUsesNoBannedWord() throws {
        let url = SourceTree.root.appending(path: "README.md")
        expectPlain(SourceTree.File(path: "README.md", text: try String(contentsOf: url, encoding: .utf8)))
    }

    @Test("names of tests and rules have at most 80 characters, apart from stories")
    func testNamesAreShort() throws {
        for file in try SourceTree.swiftFiles(in: "Tests") {
            for name in file.text.matches(of: Self.testName).map({ $0[1] }) where !name.hasPrefix("Given") {
                #expect(name.count <= 80, "\(file.path): \(name)")
            }
        }
    }

    private static let testName = SourcePattern(#"(?:@(?:Test|Suite)|\b[Rr]ule)\(\s*"((?:[^"\\]|\\.)*)""#)
    /// A banned word on its own or in camel case, or a banned phrase.
    private static let banned: SourcePattern = {
        let (small, capital) = (words.joined(separator: "|"), words.map(\.capitalized).joined(separator: "|"))
        let phrase = phrases.joined(separator: "|")
        return SourcePattern(
            "(?:(?<![A-Za-z])(?:\(small))|\(capital))(?![a-z])|(?<![A-Za-z])(?i:\(phrase))(?![A-Za-z])")
    }()

    private func expectPlain(_ file: SourceTree.File) {
        let text = Self.formerNames.reduce(file.text) { $0.replacingOccurrences(of: $1, with: "") }
        let found = text.matches(of: Self.banned).map { $0[0] }
        #expect(found.isEmpty, "\(file.path): \(found)")
    }
}
