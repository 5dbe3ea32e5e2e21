import FermataData
import FermataDomain
import Foundation
import Testing
import FermataApp

@Suite("The progress of a library's migration")
struct MigrationProgressTests {
    private let storage = LibraryStorage(open: { path, patience, migrating, _ in
        for number in 1...3 { migrating(LibraryMigrationStep(.index, number: number, of: 3)) }
        migrating(nil)
        return try SQLiteLibrary(path: path, patience: patience)
    })

    @Test("without a terminal, the progress is one message")
    func notesOnce() async throws {
        let errors = try await messages()
        #expect(errors.hasPrefix("Updating the library, which an older version of Fermata made."))
        #expect(errors.split(separator: "\n").count == 1)
    }

    @Test("on a terminal, each step replaces the line, which is removed at the end")
    func replacesLine() async throws {
        let lines = try await messages(size: (80, 24)).split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false)
        #expect(
            lines.map { $0.trimmingCharacters(in: .whitespaces) } == ["", "1", "2", "3"].map {
                $0.isEmpty ? "" : "Updating the library: step \($0) of 3, indexes"
            } + [""])
    }

    private func messages(size: TerminalSize? = nil) async throws -> String {
        let program = try Program()
        let errors = CapturedOutput()
        let runner = CommandRunner(
            environment: ["HOME": program.home.path], storage: storage,
            console: Console(output: CapturedOutput(), errors: errors, progressSize: { size }))
        #expect(await runner.run(["todo", "add", "Gig", "--library", program.library]) == 0)
        return errors.text
    }
}
