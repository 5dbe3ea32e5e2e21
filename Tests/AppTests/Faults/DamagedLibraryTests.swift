import Foundation
import TestServer
import Testing

@Suite("Promise: a damaged library is moved aside, and readable data is recovered")
struct DamagedLibraryTests {
    /// A part of the file that a listing reads, whichever other tables and indexes the file has.
    enum ListedPart: CaseIterable {
        case songs, order
    }

    @Test(
        "Given damage in the middle, when a command finds it, then the next one succeeds",
        arguments: ListedPart.allCases)
    func recoversFromDamageInTheMiddle(part: ListedPart) async throws {
        try await withSyncedLibrary { program in
            let bookmarked = try await bookmark(program)
            let library = LibraryFile(path: program.library)
            try await library.checkpoint()
            let offset =
                switch part {
                case .songs: try library.size() / 4
                case .order: try await library.offset(of: "music_by_artist")
                }
            try library.overwrite(at: offset, count: 40_000)
            let orders = ["title", "artist", "album", "popular", "newest", "added"]
            var (damageReports, reportedCount) = (0, 0)
            for command in orders.map({ "list --sort \($0) --json" }) + ["list song 12 --json", "sync"] {
                let outcome = try await program.run(command)
                if outcome.code == 75 {
                    damageReports += 1
                    let count = outcome.errors.firstMatch(of: /probably damaged: (\d+) song/)?.output.1
                    reportedCount = count.flatMap { Int($0) } ?? 0
                    #expect(outcome.errors.contains("was damaged. The damaged file is now \(program.library).damaged-"))
                    #expect(outcome.errors.contains("is damaged. Fermata tries to repair it. Run the command again."))
                    #expect(try await program.run(command).code == 0)
                } else {
                    #expect(outcome.code == 0, "\(outcome.errors)")
                }
            }
            #expect(damageReports == 1)
            let damagedFiles = try FileManager.default.contentsOfDirectory(atPath: program.home.path)
                .filter { $0.contains(".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
            #expect(damagedFiles.count == 1)
            for file in damagedFiles {
                let damaged = try Data(contentsOf: program.home.appending(path: file)).dropFirst(offset).prefix(40_000)
                #expect(damaged.allSatisfy { $0 == 0x55 })
            }
            #expect(try await program.run("sync").code == 0)
            let titles = try await program.column("title", "list")
            let difference = titles.difference(from: (1...1_500).map { "Song \($0)" })
            // A song whose overwritten bytes still form a row is reported, and stays beside the synced one.
            #expect(difference.removals.isEmpty && difference.insertions.count <= reportedCount, "\(difference)")
            #expect(
                try await program.column("title", "list song 12 --sort title")
                    == GeneratedSong.titles(1...1_500, with: "12"))
            #expect(try await library.integrity() == ["ok"])
            let recovered = try await program.column("id", "list --bookmarked")
            #expect(Set(recovered).isSubset(of: bookmarked) && recovered.count > bookmarked.count / 2)
        }
    }

    @Test("Given a damaged full-text index, when a search finds it, then the next one works")
    func recoversSearchIndex() async throws {
        try await withSyncedLibrary { program in
            let bookmarked = try await bookmark(program)
            let library = LibraryFile(path: program.library)
            // Fixed bytes, because some random ones form a valid index that finds nothing.
            let bytes = "CAST(replace(hex(zeroblob(length(block))), '00', 'U') AS BLOB)"
            try await library.execute("UPDATE music_search_data SET block = \(bytes) WHERE id > 10")
            let search = try await program.run("list song 12 --json")
            #expect(search.code == 75, "\(search.errors)")
            #expect(search.errors.contains("what was readable: 1 source, 1,500 songs, 100 bookmarks."))
            #expect(
                try await program.column("title", "list song 12 --sort title")
                    == GeneratedSong.titles(1...1_500, with: "12"))
            #expect(try await program.column("id", "list --bookmarked") == bookmarked)
        }
    }

    @Test("Given a damaged list of tables, then all content is recovered")
    func recoversContentWithoutSchema() async throws {
        try await withSyncedLibrary { program in
            let library = LibraryFile(path: program.library)
            try await library.checkpoint()
            try library.overwrite(at: 100, count: 3_900)
            let listed = try await program.run("list --json")
            #expect(listed.code == 0, "\(listed.errors)")
            #expect(listed.errors.contains("was damaged. The damaged file is now \(program.library).damaged-"))
            #expect(try await program.column("name", "source list") == ["radio"])
            #expect(try await program.column("title", "list") == (1...1_500).map { "Song \($0)" })
        }
    }

    private func withSyncedLibrary(_ body: (Program) async throws -> Void) async throws {
        try await Program.withLibrary(of: .ndjson(count: 1_500)) { program, _ in
            try await body(program)
        }
    }

    private func bookmark(_ program: Program) async throws -> [String] {
        let ids = try await program.column("id", "list --sort newest --limit 100")
        try await program.run("bookmark " + ids.joined(separator: " "))
        return try await program.column("id", "list --bookmarked")
    }
}
