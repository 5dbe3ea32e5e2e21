import FermataData
import FermataDomain
import Foundation
import Testing
import FermataApp

@Suite("The migration of a library")
struct MigrationProgressTests {
    @Test("is noted once before it starts")
    func notesStart() async throws {
        let storage = LibraryStorage(open: { path, patience, migrating, _ in
            migrating()
            return try SQLiteLibrary(path: path, patience: patience)
        })
        let program = try Program()
        let errors = CapturedOutput()
        let runner = CommandRunner(
            environment: ["HOME": program.home.path], storage: storage,
            console: Console(output: CapturedOutput(), errors: errors, progressSize: { nil }))
        #expect(await runner.run(["todo", "add", "Gig", "--library", program.library]) == 0)
        #expect(errors.text.hasPrefix("Updating the library, which an older version of Fermata made."))
        #expect(errors.text.split(separator: "\n").count == 1)
    }
}
