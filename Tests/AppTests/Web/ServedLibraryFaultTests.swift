import Foundation
import TestServer
import TestTraits
import Testing

@Suite("A library that is locked, removed or damaged under the server", .timeLimit(.minutes(3)))
struct ServedLibraryFaultTests {
    @Test("Given a locked library, then reads work, and changes can be retried")
    func readsWhileLocked() async throws {
        try await withZeroLockTimeout { served in
            let id = try await served.id("perfect")
            try await LibraryFile(path: served.program.library).withWriteLock {
                #expect(try await served.get("/api/music").rows().count == 8)
                for (method, path) in [("PUT", "/api/music/\(id)/bookmark"), ("PUT", "/api/music/\(id)/download")] {
                    try await expectBusy(served, method, path)
                }
                try await expectBusy(served, "POST", "/api/to-dos", body: #"{"title":"x"}"#)
                let events = try await served.subscribe()
                try await events.wait(for: "event: library")
                #expect(try await served.send("POST", "/api/sync").status == 202)
                try await events.wait(for: "\"isRunning\":false}")
                #expect(events.text.contains("Not updated: Another program is changing the library."))
                #expect(!events.text.contains(served.program.home.path))
                await events.close()
            }
            #expect(try await served.send("PUT", "/api/music/\(id)/bookmark").status == 200)
            #expect(try await served.program.column("id", "list --bookmarked") == [id])
            #expect(try await served.get("/api/to-dos").rows().isEmpty)
        }
    }

    @Test(
        "Given a read-only disk, then changes fail without naming its path",
        .enabled("to mount a disk takes the rights of root") { await LimitedDisk.isPossible() })
    func rejectsChangesWhenReadOnly() async throws {
        try await LimitedDisk.with(kibibytes: 16_384) { disk in
            try await withZeroLockTimeout { served in
                let path = disk.path + "/library.sqlite"
                try FileManager.default.copyItem(atPath: served.program.library, toPath: path)
                try disk.remount("ro")
                try await ServerProcess.run(served.program, ["--library", path]) { served in
                    let id = try await served.id("perfect")
                    let refused = try await served.send("PUT", "/api/music/\(id)/bookmark")
                    #expect(refused.status == 500)
                    let detail = try refused.object()["detail"] as? String
                    #expect(
                        detail == "Cannot change the library: its folder is read-only. Stored music is unchanged.")
                }
            }
        }
    }

    @Test("Given a removed library, then each response says so, and the server runs on")
    func reportsRemovedLibrary() async throws {
        try await withZeroLockTimeout { served in
            #expect(try await served.get("/api/music").status == 200)
            let id = try await served.id("perfect")
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: served.program.library + suffix)
            }
            let requests = [
                ("GET", "/api/music"), ("GET", "/api/music/\(id)"), ("PUT", "/api/music/\(id)/bookmark"),
                ("GET", "/api/to-dos"),
            ]
            for (method, path) in requests {
                let response = try await served.send(method, path)
                #expect(response.status == 500)
                #expect(
                    (try response.object()["detail"] as? String)?.contains("it was removed while in use") == true)
                #expect(!response.text.contains(served.program.home.path))
            }
            for path in ["/", "/to-dos"] {
                let page = try await served.get(path)
                #expect(page.status == 500 && page.text.contains("it was removed while in use"))
            }
            try await expectAboutItself(served)
            #expect(served.isRunning)
        }
    }

    @Test("Given a library that cannot be read, then the status is 503 until it can")
    func recoversFromReadLock() async throws {
        try await withZeroLockTimeout { served in
            let id = try await served.id("perfect")
            let events = try await served.subscribe()
            try await events.wait(for: "event: library")
            let cached = "/api/music?text=cached"
            #expect(try await served.get(cached).status == 200)
            try await WALRecoveryLock.withLock(on: served.program.library) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 1...20 {
                        group.addTask { try await expectBusy(served, "GET", "/api/music?limit=\(number)") }
                    }
                    try await group.waitForAll()
                }
                for path in [cached, "/api/to-dos", "/api/artists/sheeran", "/api/music/\(id)/artwork"] {
                    try await expectBusy(served, "GET", path)
                }
                let page = try await served.get("/")
                #expect(page.status == 503 && page["Retry-After"] == "1")
                try await expectAboutItself(served)
            }
            let known = events.text.count { $0 == "{" }
            #expect(try await served.send("PUT", "/api/music/\(id)/bookmark").status == 200)
            try await waitUntil { events.text.count { $0 == "{" } > known }
            #expect(!events.isClosed)
            #expect(try await served.get("/api/music").rows().count == 8)
            await events.close()
        }
    }

    @Test("Given a damaged library, then the server ends, and the next one has recovered it")
    func stopsWhenDamaged() async throws {
        try await Program.withLibrary(of: .ndjson(count: 3_000)) { program, _ in
            let ids = try await program.column("id", "list --sort newest --limit 20")
            try await program.run("bookmark " + ids.joined(separator: " "))
            let library = LibraryFile(path: program.library)
            try await library.execute("VACUUM")
            let served = try await ServerProcess(program)
            try library.overwrite(at: Int(Double(try library.size()) * 0.2), count: 200_000)
            var isReported = false
            for offset in stride(from: 0, to: 3_000, by: 100) where !isReported && served.isRunning {
                for order in ["title", "artist", "album"] {
                    let response = try? await served.get("/api/music?limit=500&offset=\(offset)&order=\(order)")
                    guard let response, response.status != 200 else { continue }
                    isReported = true
                    #expect(response.status == 503)
                    #expect((try response.object()["detail"] as? String)?.contains("damaged") == true)
                    break
                }
            }
            // The server's health check may find the damage first, and end the server.
            let outcome = await served.outcome()
            #expect(outcome.code == 75, "\(outcome.errors)")
            #expect(outcome.errors.contains("was damaged. The damaged file is now"))
            try await ServerProcess.run(program) { served in
                let response = try await served.get("/api/music?bookmarked=true")
                #expect(response.status == 200)
                #expect(try response.rows().count > 10)
            }
        }
    }

    /// Expects the API description and the assets, which need no library.
    private func expectAboutItself(_ served: ServerProcess) async throws {
        for path in [
            "/assets/fermata.css", "/assets/cell.css", "/assets/fermata.js", "/assets/fermata.svg", "/robots.txt",
            "/api", "/api/openapi.json",
        ] {
            let response = try await served.get(path)
            #expect(response.status == 200, "\(path)")
        }
    }

    private func expectBusy(
        _ served: ServerProcess, _ method: String, _ path: String, body: String? = nil
    ) async throws {
        let response = try await served.send(method, path, body: body)
        #expect(response.status == 503)
        #expect(response["Retry-After"] == "1")
        #expect(response["Content-Type"] == "application/problem+json")
    }

    private func withZeroLockTimeout(_ body: (ServerProcess) async throws -> Void) async throws {
        try await BandCatalogue.withSyncedLibrary { program, _ in
            var program = program
            program.environment["FERMATA_LOCK_TIMEOUT"] = "0"
            try await ServerProcess.run(program, [], body)
        }
    }
}
