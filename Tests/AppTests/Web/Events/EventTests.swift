import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Story: I see what happens as it happens", .timeLimit(.minutes(3)))
struct EventTests {
    @Test("Given a subscriber, when any program changes the library, then it is notified")
    func reportsLibraryChanges() async throws {
        try await ServerProcess.withBandLibrary { served in
            let id = try await served.id("perfect")
            try await withSubscription(served) { events in
                try await events.wait(for: "event: library\ndata: {\"version\":")
                #expect(events.text.contains("Content-Type: text/event-stream\r\n"))
                #expect(events.text.contains("retry: 2000\n\n"))
                #expect(events.text.contains("X-Accel-Buffering: no\r\n"))
                #expect(events.text.contains("Cache-Control: no-store, no-transform\r\n"))
                var known = versions(events)
                let changes: [@Sendable () async throws -> Void] = [
                    { try await served.program.run("bookmark \(id)") },
                    { _ = try await served.send("DELETE", "/api/music/\(id)/bookmark") },
                    { _ = try await served.send("PUT", "/api/music/\(id)/bookmark") },
                    { try await served.program.run("unbookmark \(id)") },
                ]
                for change in changes {
                    try await change()
                    try await waitUntil { versions(events).count > known.count }
                    known = versions(events)
                }
                #expect(Set(known).count == known.count)
            }
        }
    }

    @Test("Given a subscriber, when the queue is changed and that is undone, then it is notified of both")
    func reportsQueueChanges() async throws {
        try await ServerProcess.withBandLibrary { served in
            let id = try await served.id("perfect")
            try await withSubscription(served) { events in
                let count = { events.text.components(separatedBy: "event: queue\n").count - 1 }
                #expect(try await served.send("POST", "/api/player/queue", body: #"{"music": "\#(id)"}"#).status == 200)
                try await waitUntil { count() == 1 }
                #expect(try await served.send("POST", "/api/undo").status == 200)
                try await waitUntil { count() == 2 }
            }
        }
    }

    @Test("Given a subscriber, then it is notified of each step of downloads and syncs")
    func reportsDownloadsAndSyncs() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Data(repeating: 7, count: 400_000)))
            try await ServerProcess.run(program) { served in
                let id = try await served.id("perfect")
                try await withSubscription(served) { events in
                    _ = try await served.send("PUT", "/api/music/\(id)/download")
                    try await events.wait(for: "event: download\ndata: {\"id\":\"\(id)\"")
                    try await events.wait(for: "\"state\":\"downloaded\"")
                    try await events.wait(for: "\"text\":\"downloaded\"}")
                    #expect(!events.text.contains(program.home.path))
                    _ = try await served.send("POST", "/api/sync")
                    try await events.wait(for: "\"text\":\"radio: unchanged, nothing new\",\"isRunning\":false}")
                }
            }
        }
    }

    @Test("Given a download that fails, then no event, list or page has words of its server")
    func hidesWordsOfServer() async throws {
        let message = "no file /srv/music/1.mp3"
        try await HomeServer.withSyncedLibrary { program, server in
            let error = #"{"code":70,"message":"\#(message)"}"#
            server.change { content in
                content.answers["stream"] = .json(
                    #"{"subsonic-response":{"status":"failed","version":"1.16.1","error":\#(error)}}"#)
            }
            try await ServerProcess.run(program) { served in
                let id = try await served.id("Speed")
                try await withSubscription(served) { events in
                    #expect(try await served.send("PUT", "/api/music/\(id)/download").status == 202)
                    try await events.wait(for: "\"text\":\"failed: the server reports error 70\"}")
                    let targets = [
                        "/api/downloads", "/downloads", "/music/\(id)", "/music/\(id)/row", "/?text=Speed",
                        "/artists/David%20Bowie",
                    ]
                    for target in targets {
                        let text = try await served.get(target).text
                        let hasError = text.contains("the server reports error 70")
                        let hasPath = text.contains("srv/music")
                        #expect(hasError && !hasPath, "\(target)")
                    }
                    #expect(!events.text.contains("srv/music"))
                }
            }
            let reasons = try await program.column("reason", "downloads")
            #expect(reasons == ["the server reports “no file /srv/music/1.mp3”"])
        }
    }

    @Test("Given a young listener, then no event names explicit music")
    func hidesExplicitDownloads() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            for song in [1, 4] { server.answer("/audio/\(song).mp3", .audio(Data(repeating: 7, count: 1_000))) }
            let explicit = try #require(try await program.column("id", "list london").first)
            try await ServerProcess.run(program, ["--age", "12"]) { served in
                try await withSubscription(served) { events in
                    #expect(try await served.send("PUT", "/api/music/\(explicit)/download").status == 404)
                    #expect(try await program.run("download \(explicit)").code == 0)
                    #expect(try await program.column("id", "downloads") == [explicit])
                    _ = try await served.send("PUT", "/api/music/\(try await served.id("perfect"))/download")
                    try await events.wait(for: "\"state\":\"downloaded\"")
                    #expect(!events.text.contains(explicit) && !events.text.contains("London"))
                }
            }
        }
    }

    @Test("Given the largest number of subscribers, then one more gets 503 until one leaves")
    func limitsSubscribers() async throws {
        try await ServerProcess.withBandLibrary { served in
            var listeners: [RawConnection] = []
            for _ in 1...64 { listeners.append(try await served.subscribe()) }
            for listener in listeners { try await listener.wait(for: "event: library") }
            for _ in 1...20 {
                let refused = try await served.get("/api/events")
                #expect(refused.status == 503)
                #expect(refused["Retry-After"] == "30")
                #expect(refused["Content-Type"] == "application/problem+json")
            }
            #expect(try await served.get("/api/music").status == 200)
            await listeners.removeLast().close()
            try await waitUntil {
                let listener = try await served.subscribe()
                try await waitUntil { listener.text.contains("\r\n\r\n") }
                listeners.append(listener)
                return listener.text.contains("200 OK")
            }
            for listener in listeners { await listener.close() }
        }
    }

    @Test("Given subscribers that disconnect at once, then none of them counts")
    func releasesLostSubscribers() async throws {
        try await ServerProcess.withBandLibrary { served in
            for _ in 1...200 {
                let listener = try await served.subscribe()
                await listener.close()
            }
            try await waitUntil {
                let head = try await RawConnection.with(port: served.port) { connection in
                    try await connection.send("GET /api/events HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n")
                    try await waitUntil { connection.text.contains("\r\n\r\n") }
                    return connection.text
                }
                return head.contains("200 OK")
            }
        }
    }

    private func withSubscription(_ served: ServerProcess, _ body: (RawConnection) async throws -> Void) async throws {
        let connection = try await served.subscribe()
        try await connection.wait(for: "retry:")
        try await body(connection)
        await connection.close()
    }

    private func versions(_ events: RawConnection) -> [Int] {
        events.text.matches(of: /"version":(\d+)\}/).compactMap { Int($0.1) }
    }
}
