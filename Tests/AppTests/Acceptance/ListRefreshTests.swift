import Foundation
import TestServer
import Testing
import FermataApp

@Suite("Story: I list songs while their sources sync")
struct ListRefreshTests {
    @Test("Given a slow source, when I list with --refresh, then I see cached rows at once")
    func showsCachedRowsAtOnce() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
            let gate = Gate()
            let more = StoryCatalogue.ndjson + #"{"id":"6","singer":"a","title":"Late song","duration":1}"# + "\n"
            server.answer("/songs.ndjson", .delayed(until: gate, .json(more)))
            let (output, errors) = (CapturedOutput(), CapturedOutput())
            let console = Console(
                output: output, errors: errors, outputSize: { (100, 24) }, progressSize: { (100, 24) })
            async let code = program.run(["list", "--refresh", "--library", program.library], on: console)
            try await output.wait(for: "We Wish You A Merry Christmas")
            try await errors.wait(for: "Updating…")
            #expect(!output.text.contains("Late song"))
            gate.open()
            #expect(await code == 0)
            let shown = try #require(output.text.components(separatedBy: "\u{1B}[J").last)
            #expect(shown.split(separator: "\n").count == 7 && shown.contains("Late song"))
            #expect(errors.text.hasSuffix("Updated just now\n"))
        }
    }

    @Test("Given a pipe, when I list with --refresh, then rows come once, after the sync")
    func printsRowsOnceInPipe() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, _ in
            let listed = try await program.run("list --refresh")
            #expect(listed.lines.count == 6 && !listed.output.contains("\u{1B}"))
            #expect(listed.errors == "Updated just now\n")
        }
    }

    @Test("Given one failing source of two, then I see which is updated and which is not")
    func namesUpdatedSources() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
            try await program.run("source add http \(server.url("/gone")) --name gone")
            let listed = try await program.run("list --refresh")
            #expect(listed.lines.count == 6)
            #expect(listed.errors.hasPrefix("Updated: radio. Not updated: cannot read "), "\(listed.errors)")
        }
    }

    @Test("Given a small terminal, then the cached rows fit on it, and the list is complete")
    func previewFitsTerminal() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
            let gate = Gate()
            server.answer("/songs.ndjson", .delayed(until: gate, .json(StoryCatalogue.ndjson)))
            let output = CapturedOutput()
            let console = Console(
                output: output, errors: CapturedOutput(), outputSize: { (100, 6) }, progressSize: { (100, 6) })
            async let code = program.run(["list", "--refresh", "--library", program.library], on: console)
            try await output.wait(for: "99 Problems")
            gate.open()
            #expect(await code == 0)
            let parts = output.text.components(separatedBy: "\u{1B}[J")
            #expect(parts.count > 1)
            #expect(parts.dropLast().allSatisfy { $0.split(separator: "\n").count <= 5 })
            #expect(parts.last?.split(separator: "\n").count == 6)
        }
    }

    @Test("Given many fields on a narrow terminal, then each cached row takes one line")
    func previewCutsRows() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
            let gate = Gate()
            server.answer("/songs.ndjson", .delayed(until: gate, .json(StoryCatalogue.ndjson)))
            let output = CapturedOutput()
            let console = Console(
                output: output, errors: CapturedOutput(), style: TableStyle(width: 20), outputSize: { (20, 24) },
                progressSize: { (20, 24) })
            let words = ["list", "--refresh", "--fields", "title,duration,added", "--library", program.library]
            async let code = program.run(words, on: console)
            try await output.wait(for: "We W")
            gate.open()
            #expect(await code == 0)
            #expect(
                output.text.components(separatedBy: "\u{1B}[J").first == """
                    Title      Time  Ad…
                    9 to…      2:46  20…
                    99 P…      3:55  20…
                    Chan…      3:37  20…
                    Hype…      5:21  20…
                    We W…      3:18  20…
                    \r\u{1B}[6A
                    """)
        }
    }

    @Test("Given a background job, when I list with --refresh, then nothing is redrawn")
    func redrawsNothingInBackground() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, _ in
            let (output, errors) = (CapturedOutput(), CapturedOutput())
            let console = Console(
                output: output, errors: errors, outputSize: { (100, 24) }, progressSize: { (100, 24) },
                isInBackground: { true })
            #expect(await program.run(["list", "--refresh", "--library", program.library], on: console) == 0)
            #expect(output.text.split(separator: "\n").count == 6 && !output.text.contains("\u{1B}"))
            #expect(errors.text == "Updated just now\n")
        }
    }
}
