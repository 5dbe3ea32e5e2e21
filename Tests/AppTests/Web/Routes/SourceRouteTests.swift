import AudioFiles
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Story: a program manages sources", .timeLimit(.minutes(3)))
struct SourceRouteTests {
    @Test("Given a catalogue, when I add, sync, change or remove it, then lists say so")
    func addsSyncsAndRemoves() async throws {
        try await BandCatalogue.withSyncedLibrary { program, _ in
            let empty = try await emptyProgram()
            try await InProcessServer.run(empty) { served in
                let address = try #require(try await program.column("address", "source list").first)
                let added = try await served.send("POST", "/api/sources", body: #"{"address":"\#(address)"}"#)
                #expect(added.status == 201 && added["Location"] == "/api/sources/127.0.0.1", "\(added.text)")
                let row = try added.object()
                #expect(row["kind"] as? String == "http" && row["count"] as? Int == 0 && row["result"] is NSNull)
                let renamed = try await served.send("PATCH", "/api/sources/127.0.0.1", body: #"{"name":"my radio"}"#)
                #expect(try renamed.object()["name"] as? String == "my radio")
                let started = try await served.send("POST", "/api/sources/my%20radio/sync")
                #expect(started.status == 202)
                try await waitUntil {
                    let row = try await served.get("/api/sources/my%20radio").object()
                    return row["result"] as? String == "refreshed" && row["progress"] is NSNull
                }
                let synced = try await served.get("/api/sources").rows()[0]
                #expect(synced["count"] as? Int == 8 && synced["error"] is NSNull)
                let id = try await served.id("perfect")
                _ = try await served.send("PUT", "/api/music/\(id)/bookmark")
                let removed = try await served.send("DELETE", "/api/sources/my%20radio?keepBookmarked=true")
                #expect(removed.status == 204)
                #expect(try await served.get("/api/sources").rows().isEmpty)
                #expect(try await served.get("/api/music").column("title") == ["Perfect"])
                for (method, path) in [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/sync")] {
                    let body = method == "PATCH" ? "{}" : nil
                    let response = try await served.send(method, "/api/sources/my%20radio" + path, body: body)
                    #expect(response.status == 404, "\(method)")
                    #expect(response["Content-Type"] == "application/problem+json", "\(method)")
                }
            }
        }
    }

    @Test("Given several requests for one source, then it is read once")
    func sharesRuns() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            let gate = Gate()
            server.answer("/songs.ndjson", .delayed(until: gate, .json(BandCatalogue.songs.joined(separator: "\n"))))
            try await InProcessServer.run(program) { served in
                let before = server.requests.count
                for target in ["/api/sources/radio/sync", "/api/sync", "/api/sources/radio/sync"] {
                    #expect(try await served.send("POST", target).status == 202)
                }
                gate.open()
                try await waitUntil {
                    let row = try await served.get("/api/sources").rows()[0]
                    return row["result"] is String && row["progress"] is NSNull
                }
                #expect(server.requests[before...].count { $0.path == "/songs.ndjson" } == 1)
            }
        }
    }

    @Test("Given values that cannot be used, then the problem names the member")
    func rejectsInvalidValues() async throws {
        let cases: [(String, Int, String)] = [
            (#"{"address":"Music"}"#, 422, "address"), ("{}", 422, "address"),
            (#"{"address":"http://"}"#, 422, "address"),
            (#"{"address":"http://a.example","name":"a,b"}"#, 422, "name"),
            (#"{"address":"http://a.example","name":"radio"}"#, 409, "name"),
            (#"{"address":"http://a.example","user":"ann"}"#, 422, "password"),
            (#"{"address":"http://a.example","secret":"x"}"#, 400, "secret"),
            (#"{"address":"http://a:b@a.example"}"#, 422, "address"), (#"{"address":7}"#, 400, "address"),
            (#"{"address":"/etc"}"#, 403, "address"), (#"{"address":"~"}"#, 403, "address"),
            (#"{"kind":"folder","address":"http://a.example"}"#, 403, "address"),
            (#"{"kind":"x","address":"http://a.example"}"#, 403, "address"),
        ]
        try await InProcessServer.withBandLibrary { served in
            for (body, status, field) in cases {
                let response = try await served.send("POST", "/api/sources", body: body)
                #expect(response.status == status, "\(response.text)")
                #expect(response["Content-Type"] == "application/problem+json", "\(body)")
                #expect(try response.object()["field"] as? String == field, "\(body)")
                #expect(try await served.get("/api/sources").column("name") == ["radio"], "\(body)")
            }
        }
    }

    @Test("Given a folder, then a client cannot move it or see its path")
    func limitsFolders() async throws {
        let folder = MusicFolder()
        try folder.add("song.flac", as: "song.flac")
        let program = try Program()
        try await program.run(words: ["source", "add", "folder", folder.path, "--name", "Music"])
        try await InProcessServer.run(program) { served in
            let moved = try await served.send("PATCH", "/api/sources/Music", body: #"{"address":"/etc"}"#)
            #expect(moved.status == 403 && !moved.text.contains("/etc"))
            _ = try await served.send("PATCH", "/api/sources/Music", body: #"{"name":"Home"}"#)
            _ = try await served.send("POST", "/api/sources/Home/sync")
            try await waitUntil { try await served.get("/api/music").object()["total"] as? Int == 1 }
            for target in ["/api/sources", "/api/sources/Home", "/sources", "/sources/Home"] {
                #expect(try await !served.get(target).text.contains("fermata-tests"), "\(target)")
            }
            #expect(try await served.send("DELETE", "/api/sources/Home").status == 204)
            #expect(try await served.get("/api/music").object()["total"] as? Int == 0)
        }
        withExtendedLifetime(folder) {}
    }

    @Test("Given a music server, when I change its password, then nothing shows it")
    func hidesPasswords() async throws {
        let empty = try await emptyProgram()
        try await InProcessServer.run(empty) { served in
            let body = #"{"address":"http://music.example","name":"home","user":"ann","password":"pass-7f3a"}"#
            let added = try await served.send("POST", "/api/sources", body: body)
            #expect(try added.object()["kind"] as? String == "subsonic", "\(added.text)")
            let changed = try await served.send("PATCH", "/api/sources/home", body: #"{"password":"pass-90b1"}"#)
            #expect(changed.status == 200)
            var texts = [added.text, changed.text]
            for target in ["/api/sources", "/api/sources/home", "/sources", "/sources/home"] {
                texts.append(try await served.get(target).text)
            }
            #expect(!texts.contains { $0.contains("pass-") })
            #expect(texts.last?.contains(#"type="password" value="""#) == true)
            let moved = try await served.send(
                "PATCH", "/api/sources/home", body: #"{"address":"http://evil.example"}"#)
            #expect(try moved.status == 422 && moved.object()["field"] as? String == "password")
            let wrong = try await served.send("POST", "/api/sources", body: body)
            #expect(wrong.status == 409 && !wrong.text.contains("pass-"))
        }
    }

    /// A program whose library has no source.
    private func emptyProgram() async throws -> Program {
        let program = try Program()
        try await program.run(words: ["todo", "add", "Hear Low"])
        return program
    }
}
