import FermataPresentation
import Foundation
import TestTraits
import Testing
import FermataApp

@Suite("Pager")
struct PagerTests {
    @Test(
        "variables choose the pager, and cat or an empty name turns it off",
        arguments: [
            ([:], ["less"]), (["PAGER": "more -s"], ["more", "-s"]),
            (["FERMATA_PAGER": "'my less' -N"], ["my less", "-N"]),
            (["FERMATA_PAGER": "most", "PAGER": "more"], ["most"]), (["FERMATA_PAGER": "", "PAGER": "more"], nil),
            (["PAGER": ""], nil), (["PAGER": "cat"], nil), (["FERMATA_PAGER": "cat", "PAGER": "more"], nil),
            (["PAGER": "'less"], nil),
        ] as [([String: String], [String]?)])
    func choosesPager(environment: [String: String], words: [String]?) {
        #expect(Pager(environment: environment)?.words == words)
    }

    @Test("less shows colours and ends with short output, unless LESS is set", arguments: [nil, "", "-N"])
    func setsOptionsOfLess(options: String?) throws {
        let environment = options.map { ["LESS": $0] } ?? [:]
        #expect(try #require(Pager(environment: environment)).environment["LESS"] == options ?? "FRX")
    }

    @Test("output goes to the pager only if it has more lines than the terminal", arguments: [1, 4, 5, 5_000])
    func pagesLongOutput(lines: Int) throws {
        try withFile { file in
            let direct = CapturedOutput()
            let output = try PagedOutput(pager("sh -c 'cat > \"$0\"' '\(file.path)'"), to: direct, rows: 5)
            for number in 1...lines { try output.write(Array("\(number)\n".utf8)) }
            try output.end()
            let text = (1...lines).map { "\($0)\n" }.joined()
            #expect(direct.text == (lines < 5 ? text : ""))
            #expect(lines < 5 || (try? String(contentsOf: file, encoding: .utf8)) == text)
        }
    }

    @Test("output is printed without a pager that cannot be started")
    func printsWithoutPager() throws {
        let direct = CapturedOutput()
        let output = try PagedOutput(pager("fermata-has-no-such-pager"), to: direct, rows: 1)
        try output.write(Array("a\n".utf8))
        try output.write(Array("b\n".utf8))
        try output.end()
        #expect(direct.text == "a\nb\n" && !output.isPaged)
    }

    @Test("leaving the pager ends the body without an error; other errors stay")
    func endsQuietly() async throws {
        signal(SIGPIPE, SIG_IGN)
        let errors = CapturedOutput()
        let console = Console(
            output: CapturedOutput(), errors: errors, outputSize: { (columns: 80, rows: 5) },
            pager: try pager("true"))
        try await console.paged { console in
            while true { try console.output.write(Array(repeating: UInt8(ascii: "\n"), count: 10_000)) }
        }
        await #expect(throws: CancellationError.self) {
            try await console.paged { console in
                try? console.output.write(Array(repeating: UInt8(ascii: "\n"), count: 5))
                throw CancellationError()
            }
        }
        #expect(errors.text.isEmpty)
    }

    @Test("nothing is paged without a terminal")
    func needsTerminal() async throws {
        let output = CapturedOutput()
        let console = Console(output: output, errors: CapturedOutput(), pager: try pager("true"))
        try await console.paged { try $0.output.write(Array("a\nb\n".utf8)) }
        #expect(output.text == "a\nb\n")
    }

    private func pager(_ command: String) throws -> Pager {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return try #require(Pager(environment: ["FERMATA_PAGER": command, "PATH": path]))
    }

    private func withFile(_ body: (URL) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file)
    }
}
