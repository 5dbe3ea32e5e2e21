import FermataContracts
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Promise: all waiting changes reach the music server, even after kills", .timeLimit(.minutes(5)))
struct DeliveryFaultTests {
    private static let count = 120
    /// A play that the server received: the song and the time.
    private typealias Play = [String?]

    @Test("Given kills in the middle of a delivery, then all stars and plays arrive")
    func deliverySurvivesKills() async throws {
        let seed = SeededGenerator.seed(for: "kills during a delivery")
        var generator = SeededGenerator(seed)
        try await withWaitingChanges { program, server, expected in
            for number in 1...12 {
                let before = server.calls.count
                let sync = try program.launch("sync")
                let calls = Int.random(in: 1...12, using: &generator)
                // A sync may end earlier: for five minutes it skips plays that a killed program was sending.
                try await waitUntil { server.calls.count >= before + 4 + calls || !sync.isRunning }
                sync.send(SIGKILL)
                let outcome = await sync.outcome()
                #expect([0, -SIGKILL].contains(outcome.code), "seed \(seed), kill \(number): \(outcome.errors)")
                #expect(try await LibraryFile(path: program.library).integrity() == ["ok"], "seed \(seed)")
            }
            // Releases plays that a killed program was sending, which syncs skip for five minutes.
            try await LibraryFile(path: program.library).execute("UPDATE scrobble SET claimed = 1")
            #expect(try await program.spawn("sync").code == 0)
            try await expectDelivery(program, server, expected, repeated: 12)
        }
    }

    @Test(
        "Given two programs that deliver at once, then all arrives, and no play twice",
        arguments: [("sync", "sync"), ("sync", "serve")])
    func twoProgramsDeliverAtOnce(one: String, other: String) async throws {
        try await withWaitingChanges { program, server, expected in
            if other == "serve" {
                try await ServerProcess.run(program) { _ in
                    #expect(try await program.spawn(one).code == 0)
                    try await waitUntil { Self.isDone(server, expected) }
                    try await waitUntil { try await program.rows("source list").first?["waiting"] as? Int == 0 }
                }
            } else {
                async let first = program.spawn(one)
                async let second = program.spawn(other)
                for outcome in try await [first, second] { #expect(outcome.code == 0, "\(outcome.errors)") }
            }
            try await expectDelivery(program, server, expected, repeated: 0)
        }
    }

    private static func plays(_ server: FakeMusicServer) -> [Play] {
        server.calls.filter { $0.method == "scrobble" }.map { [$0["id"], $0["time"]] }
    }

    private static func isDone(_ server: FakeMusicServer, _ expected: (stars: Set<String>, plays: Set<Play>)) -> Bool {
        Set(server.starred) == expected.stars && Set(plays(server)) == expected.plays
    }

    /// Expects that everything has arrived, and at most `repeated` plays twice: those sent at the moment of a kill.
    private func expectDelivery(
        _ program: Program, _ server: FakeMusicServer, _ expected: (stars: Set<String>, plays: Set<Play>), repeated: Int
    ) async throws {
        #expect(Set(server.starred) == expected.stars && server.starred.count == expected.stars.count)
        let plays = Self.plays(server)
        #expect(Set(plays) == expected.plays && plays.count - expected.plays.count <= repeated)
        #expect(try await program.rows("source list").first?["waiting"] as? Int == 0)
        server.forgetCalls()
        #expect(try await program.spawn("sync").code == 0)
        #expect(!server.calls.contains { ["star", "unstar", "scrobble"].contains($0.method) })
        let bookmarked = try await program.column("title", "list --bookmarked --sort title")
        #expect(Set(bookmarked) == Set(expected.stars.map { "Song \($0)" }))
    }

    /// Runs the body with a program whose library has waiting stars and plays, its server, and the expected arrivals.
    ///
    /// A third of the songs lose their stars, and the others receive one.
    private func withWaitingChanges(
        _ body: (Program, FakeMusicServer, (stars: Set<String>, plays: Set<Play>)) async throws -> Void
    ) async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            server.change { content in
                content.songs = (1...Self.count).map { ServedSong(id: "\($0)", title: "Song \($0)") }
                content.starred = (1...Self.count / 3).map(String.init)
                content.lastScan = "later"
            }
            try await program.run("sync")
            for method in ["star", "unstar", "scrobble"] {
                server.change { $0.answers[method] = .status(503) }
            }
            let rows = try await program.run("list --plain --fields title,id").lines.map { $0.split(separator: "\t") }
            let ids = Dictionary(uniqueKeysWithValues: rows.map { (String($0[0].dropFirst(5)), String($0[1])) })
            let (removed, added) = ((1...Self.count / 3), (Self.count / 3 + 1...Self.count))
            try await program.run("unbookmark " + removed.compactMap { ids["\($0)"] }.joined(separator: " "))
            try await program.run("bookmark " + added.compactMap { ids["\($0)"] }.joined(separator: " "))
            // Inserted with SQL, so that no program claims a play early.
            try await LibraryFile(path: program.library).execute(
                """
                INSERT INTO scrobble(source, key, started)
                    SELECT source, key, 1769283000 + key FROM star WHERE CAST(key AS INTEGER) <= 40 ORDER BY record
                """)
            let plays = (1...40).map { number -> Play in ["\(number)", "\(1_769_283_000_000 + number * 1_000)"] }
            server.change { content in
                content.answers = [:]
                content.pause = .milliseconds(5)
            }
            server.forgetCalls()
            #expect(try await program.rows("source list").first?["waiting"] as? Int == Self.count + 40)
            try await body(program, server, (Set(added.map(String.init)), Set(plays)))
        }
    }
}
