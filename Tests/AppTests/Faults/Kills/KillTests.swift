import Foundation
import TestServer
import Testing

@Suite("Promise: acknowledged changes survive kill -9 at any moment")
struct KillTests {
    @Test("Given 100 kills during sync, then the library is intact and can be completed")
    func syncSurvivesKills() async throws {
        let seed = SeededGenerator.seed(for: "kills during sync")
        try await withCatalogueServer { server in
            try await withThrowingTaskGroup(of: Void.self) { lanes in
                for lane in UInt64(0)..<2 {
                    lanes.addTask {
                        var scenario = SyncKillScenario(server: server, path: "/songs-\(lane)", seed: seed + lane)
                        try await scenario.run(libraries: 10)
                    }
                }
                try await lanes.waitForAll()
            }
        }
    }

    @Test(
        "Given 100 kills during bookmarking, then every printed bookmark is there")
    func bookmarksSurviveKills() async throws {
        let seed = SeededGenerator.seed(for: "kills during bookmarking")
        try await withCatalogueServer { server in
            server.answer("/songs", .ndjson(count: 300))
            try await withThrowingTaskGroup(of: Void.self) { lanes in
                for lane in UInt64(0)..<2 {
                    lanes.addTask {
                        let program = try Program()
                        try await program.addAndSyncSource(server.url("/songs"))
                        var scenario = try await BookmarkKillScenario(program: program, seed: seed + lane)
                        try await scenario.run(kills: 50)
                        try program.remove()
                    }
                }
                try await lanes.waitForAll()
            }
        }
    }

    @Test("Given 50 kills during adding, then every printed to-do is there")
    func toDosSurviveKills() async throws {
        let seed = SeededGenerator.seed(for: "kills while to-dos are added")
        let program = try Program()
        var scenario = ToDoKillScenario(program: program, seed: seed)
        try await scenario.run(kills: 50)
        try program.remove()
    }
}
