import Foundation
import TestServer
import Testing

@Suite("A library that another program locks or has upgraded stays as it is")
struct LockedLibraryTests {
    @Test(
        "Given a program that locks the library, then others read it and may try again",
        arguments: [
            "0", "1",
        ])
    func refusesChangesToLockedLibrary(patience: String) async throws {
        try await StoryCatalogue.withSyncedLibrary { program, _ in
            var program = program
            program.environment["FERMATA_LOCK_TIMEOUT"] = patience
            let id = try #require(try await program.column("id", "list Changes").first)
            try await LibraryFile(path: program.library).withWriteLock {
                #expect(try await program.column("title", "list").count == 5)
                for command in ["bookmark \(id)", "sync", "source remove radio --force"] {
                    expectBusy(try await program.run(command), program)
                }
            }
            #expect(try await program.column("title", "list --bookmarked").isEmpty)
            #expect(try await program.run("bookmark \(id)").code == 0)
        }
    }

    @Test("Given a program that locks out readers, then I see it after the time-out")
    func reportsLockAfterTimeOut() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, _ in
            var program = program
            program.environment["FERMATA_LOCK_TIMEOUT"] = "0"
            try await LibraryFile(path: program.library).withExclusiveLock {
                for command in ["list", "source list", "sync"] { expectBusy(try await program.run(command), program) }
            }
            #expect(try await program.column("title", "list").count == 5)
        }
    }

    @Test("Given a library of a newer program, then it is refused and unchanged")
    func refusesNewerLibrary() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, _ in
            try await LibraryFile(path: program.library).execute("PRAGMA user_version = 99")
            let before = try Data(contentsOf: URL(filePath: program.library))
            for command in ["list", "sync", "bookmark 0"] {
                let refused = try await program.run(command)
                #expect(refused.code == 65)
                #expect(refused.errors.contains("A newer version of Fermata made the library \(program.library)."))
            }
            #expect(try Data(contentsOf: URL(filePath: program.library)) == before)
        }
    }

    private func expectBusy(_ outcome: Outcome, _ program: Program) {
        #expect(outcome.code == 75)
        #expect(outcome.errors.contains("Another program is changing the library \(program.library). Wait until"))
    }
}
