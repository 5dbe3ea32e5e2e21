import Foundation
import Testing

@Suite("Story: a program changes the queue", .timeLimit(.minutes(3)))
struct PlayerRouteTests {
    @Test("Given songs and an album, then they are added, moved, removed and cleared")
    func changesQueue() async throws {
        try await served { served in
            let low = try await served.id("violence")
            #expect(try await served.add(#"{"music": "\#(low)"}"#).object()["count"] as? Int == 1)
            let album = try #require(try await served.get("/api/albums?text=queen").column("id").first)
            #expect(try await served.add(#"{"album": "\#(album)", "place": "next"}"#).status == 200)
            let rows = try await served.get("/api/player/queue").rows()
            #expect(rows.count == 2 && rows.first?["id"] as? String != low)
            let last = try #require(rows.last?["number"] as? Int)
            let first = try #require(rows.first?["number"] as? Int)
            let moved = try await served.send(
                "PATCH", "/api/player/queue/\(last)", body: #"{"before": "\#(first)"}"#)
            #expect(moved.status == 200)
            #expect(try await served.get("/api/player/queue").column("id").first == low)
            #expect(try await served.program.column("number", "player queue") == ["\(last)", "\(first)"])
            #expect(try await served.send("PATCH", "/api/player/queue/\(last)", body: "{}").status == 200)
            #expect(try await served.get("/api/player/queue?limit=1").column("number") == ["\(first)"])
            #expect(try await served.send("DELETE", "/api/player/queue/\(first)").object()["count"] as? Int == 1)
            #expect(try await served.send("DELETE", "/api/player/queue").object()["count"] as? Int == 0)
        }
    }

    @Test("Given several songs of the queue, then one request moves or removes them, all or none")
    func changesSeveral() async throws {
        try await served { served in
            let songs = try await served.get("/api/music").column("id").prefix(4)
            #expect(try await served.add(#"{"music": "\#(songs.joined(separator: " "))"}"#).status == 200)
            func numbers() async throws -> [String] { try await served.get("/api/player/queue").column("number") }
            #expect(try await numbers() == ["1", "2", "3", "4"])
            let moved = try await served.send(
                "PATCH", "/api/player/queue", body: #"{"entries": "4 2", "place": "next"}"#)
            #expect(moved.status == 200)
            #expect(try await numbers() == ["4", "2", "1", "3"])
            for entries in ["", "x", "1%20%202", "-1", "1,2"] {
                #expect(try await served.send("DELETE", "/api/player/queue?entries=\(entries)").status == 400)
            }
            #expect(try await served.send("DELETE", "/api/player/queue?entries=1%209").status == 404)
            #expect(try await numbers() == ["4", "2", "1", "3"])
            #expect(try await served.send("DELETE", "/api/player/queue?entries=1%204").status == 200)
            #expect(try await numbers() == ["2", "3"])
            #expect(try await served.program.run("undo").code == 0)
            #expect(try await numbers() == ["4", "2", "1", "3"])
        }
    }

    @Test("Given the queue of a page, then every program continues it, and it becomes a playlist")
    func storesQueue() async throws {
        try await served { served in
            let ids = try await served.get("/api/music?sort=title").column("id")
            let body = """
                {"music": "\(ids.joined(separator: " "))", "position": "2", "elapsed": "61", "repeat": "all"}
                """
            let status = try await served.send("PUT", "/api/player/queue", body: body).object()
            #expect(status["id"] as? String == ids[1] && status["elapsed"] as? Int == 61)
            #expect(status["repeat"] as? String == "all" && status["state"] as? String == "stopped")
            #expect(try await served.program.column("id", "player status") == [ids[1]])
            let home = try await served.get("/home").text
            #expect(home.contains("class=\"continue\""))
            let queue = try await served.get("/queue").text
            #expect(queue.components(separatedBy: "aria-current=\"true\"").count == 2)
            let saved = try await served.send("POST", "/api/player/playlist", body: #"{"name": "Mix"}"#)
            #expect(saved.status == 201 && saved["Location"]?.hasPrefix("/api/playlists/") == true)
            #expect(try saved.object()["count"] as? Int == ids.count)
        }
    }

    @Test("Given pages that begin to play, then each has a larger number, and it is known whether another began before")
    func announcesPages() async throws {
        try await served { served in
            func begin(_ id: String) async throws -> [String: any Sendable] {
                let body = #"{"id": "\#(id)", "name": "Firefox <on> Linux"}"#
                return try await served.send("PUT", "/api/player/page", body: body).object()
            }
            let first = try await begin("a")
            let second = try await begin("b")
            #expect(first["isOther"] as? Bool == false && second["isOther"] as? Bool == true)
            let (number, next) = (try #require(first["number"] as? Int), try #require(second["number"] as? Int))
            #expect(next > number)
            #expect(try await begin("b")["isOther"] as? Bool == false)
        }
    }

    @Test("Given malformed or unknown values, then they are rejected, and the queue stays")
    func rejectsUnknownValues() async throws {
        try await served { served in
            let cases: [(method: String, path: String, body: String?, status: Int)] = [
                ("POST", "/api/player/queue", "{}", 400), ("POST", "/api/player/queue", #"{"music": "ffff"}"#, 404),
                ("POST", "/api/player/queue", #"{"album": "low"}"#, 404),
                ("PUT", "/api/player/queue", #"{"music": "ffff"}"#, 404), ("PUT", "/api/player/queue", "{}", 400),
                ("PUT", "/api/player/queue", #"{"music": "", "position": "x"}"#, 400),
                ("PUT", "/api/player/queue", #"{"music": "", "repeat": "twice"}"#, 400),
                ("PATCH", "/api/player/queue/9", "{}", 404), ("PATCH", "/api/player/queue/x", "{}", 404),
                ("PATCH", "/api/player/queue/1", #"{"place": "here"}"#, 400),
                ("DELETE", "/api/player/queue/9", nil, 404), ("PUT", "/api/player/sleep", nil, 400),
                ("PUT", "/api/player/sleep?minutes=0", nil, 400), ("PUT", "/api/player/sleep?minutes=9", nil, 404),
                ("DELETE", "/api/player/sleep", nil, 404), ("PUT", "/api/player/stop-after", nil, 404),
                ("POST", "/api/player/toggle", nil, 404), ("POST", "/api/player/next", nil, 404),
                ("POST", "/api/player/playlist", #"{"name": "Mix"}"#, 404),
                ("PUT", "/api/player/page", #"{"id": "a"}"#, 400),
                ("PUT", "/api/player/page", #"{"id": "", "name": "b"}"#, 400),
                ("PUT", "/api/player/page", #"{"id": "\#(String(repeating: "a", count: 101))", "name": "b"}"#, 400),
            ]
            for (method, path, body, status) in cases {
                let response = try await served.send(method, path, body: body)
                #expect(response.status == status, "\(method) \(path)")
            }
            #expect(try await served.get("/api/player/queue").rows().isEmpty)
            #expect(try await served.get("/queue").text.contains("The queue is empty."))
        }
    }

    private func served(_ body: @escaping @Sendable (InProcessServer) async throws -> Void) async throws {
        try await SharedLibrary.albums.withCopy { program in
            try await InProcessServer.run(program) { try await body($0) }
        }
    }
}

extension InProcessServer {
    fileprivate func add(_ body: String) async throws -> WebResponse {
        try await send("POST", "/api/player/queue", body: body)
    }
}
