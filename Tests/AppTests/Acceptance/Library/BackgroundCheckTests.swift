import Foundation
import TestTraits
import Testing

@Suite("Story: damage of my library is found without a command of mine", .timeLimit(.minutes(3)))
struct BackgroundCheckTests {
    private static let notice = "The library is damaged. Repair it with: fermata library repair"

    @Test("Given a check that is due, when I sync, then it finds damage")
    func syncChecksWeekly() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, _ in
            try await damageToDo(of: program)
            try setNextCheck(of: program, to: Date() + 3_600)
            #expect(try await !program.run("sync").errors.contains(Self.notice))
            try setNextCheck(of: program, to: .distantPast)
            let synced = try await program.run("sync")
            #expect(synced.code == 0 && synced.errors.contains(Self.notice), "\(synced.errors)")
        }
    }

    @Test("Given a check that is due, when a server starts, then its pages report damage")
    func serverChecksWeekly() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await damageToDo(of: program)
            try setNextCheck(of: program, to: .distantPast)
            try await InProcessServer.run(program) { served in
                try await waitUntil { try await served.get("/").text.contains(Self.notice) }
            }
        }
    }

    @Test("Given a server, when a command finds damage, then the event of a sync says so")
    func serverReportsDamageAfterSync() async throws {
        try await BandCatalogue.withSyncedLibrary { program, _ in
            try await damageToDo(of: program)
            try await ServerProcess.run(program) { served in
                let events = try await served.subscribe()
                try await events.wait(for: "event: library")
                #expect(try await program.run("library check").code == 65)
                _ = try await served.send("POST", "/api/sync")
                try await events.wait(for: Self.notice)
                await events.close()
            }
        }
    }

    /// Changes a to-do without its fingerprint.
    private func damageToDo(of program: Program) async throws {
        #expect(try await program.run("todo add Gig").code == 0)
        try await LibraryFile(path: program.library).execute("UPDATE todo SET title = 'Wrong'")
    }

    private func setNextCheck(of program: Program, to date: Date) throws {
        let document = "{\"isDamaged\":false,\"nextCheck\":\(Int(date.timeIntervalSince1970))}"
        try Data(document.utf8).write(to: URL(filePath: program.library + ".health"))
    }
}
