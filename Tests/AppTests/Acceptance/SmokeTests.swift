import Foundation
import Testing

@Suite("Each command runs in its own process")
struct SmokeTests {
    @Test("a command prints its data on standard output and exits with its code")
    func commandRunsAsProcess() async throws {
        let commands: [(String, String, Int32)] = [
            ("list", "Changes", 0), ("show ID", "David Bowie", 0), ("bookmark ID", "Changes", 0),
            ("playlist nothing", "", 66), ("download", "", 0), ("sync", "unchanged", 0), ("source list", "radio", 0),
            ("source set radio --name home", "home", 0), ("source remove home --force", "", 0),
            ("todo check 1", "", 66), ("todo add Gig", "Gig", 0),
            ("todo export - --format ics", "BEGIN:VCALENDAR", 0), ("browse", "", 64),
            ("serve --host 0.0.0.0", "", 64), ("list --sort loudest", "", 64), ("--version", "0.1.0", 0),
        ]
        try await StoryCatalogue.withSyncedLibrary { program, _ in
            let id = try #require(try await program.column("id", "list Changes").first)
            for (command, output, code) in commands {
                let outcome = try await program.spawn(command.replacing("ID", with: id))
                #expect(outcome.code == code, "\(command): \(outcome.errors)")
                #expect(output.isEmpty || outcome.output.contains(output), "\(command): \(outcome.output)")
                #expect(code == 0 || !outcome.errors.isEmpty, "\(command)")
            }
        }
    }
}
