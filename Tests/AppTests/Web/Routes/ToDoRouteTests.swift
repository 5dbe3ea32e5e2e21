import Foundation
import TestServer
import Testing

@Suite("Story: a program manages to-dos", .timeLimit(.minutes(3)))
struct ToDoRouteTests {
    @Test("Given a to-do, when I add, check and remove it, then each list says so")
    func addsChecksAndRemoves() async throws {
        try await InProcessServer.withBandLibrary { served in
            let body = #"{"title":"Gig ☂","description":"Loud","due":"2026-12-24","address":"Berlin, Germany"}"#
            let added = try await served.send("POST", "/api/to-dos", body: body)
            #expect(added.status == 201)
            #expect(added["Location"] == "/api/to-dos/1")
            #expect(try added.object()["latitude"] as? Double == 52.5244)
            #expect((try added.object()["messages"] as? [String])?.first?.contains("Berlin") == true)
            let again = try await served.send("POST", "/api/to-dos", body: body)
            #expect(try added.object()["lacksCoordinate"] as? Bool == false)
            #expect(again.status == 200)
            #expect(again["Location"] == "/api/to-dos/1")
            #expect((try again.object()["messages"] as? [String])?.first == "It is already on the list, as number 1.")
            let row = try await served.get("/api/to-dos/1")
            #expect(try row.object()["title"] as? String == "Gig ☂")
            let printed = try #require(try await served.program.rows("todo").first)
            #expect(try Set(row.object().keys) == Set(printed.keys))
            let checked = try await served.send("PUT", "/api/to-dos/1/check")
            #expect(try checked.object()["done"] as? Bool == true)
            #expect(try await served.get("/api/to-dos?section=to-do").rows().isEmpty)
            #expect(try await served.get("/api/to-dos?section=done").object()["total"] as? Int == 1)
            #expect(try await served.get("/api/to-dos").rows().count == 1)
            let unchecked = try await served.send("DELETE", "/api/to-dos/1/check")
            #expect(try unchecked.object()["done"] as? Bool == false)
            #expect(try await served.send("DELETE", "/api/to-dos/1").status == 204)
            for (method, path) in [("GET", ""), ("DELETE", ""), ("PUT", "/check"), ("DELETE", "/check")] {
                #expect(try await served.send(method, "/api/to-dos/1" + path).status == 404)
            }
            for unknown in ["0", "-1", "x", "99999999999999999999", "%00"] {
                #expect(try await served.get("/api/to-dos/" + unknown).status == 404)
            }
        }
    }

    @Test("Given a to-do, when I change some members, then the others stay; null clears one")
    func changesMembers() async throws {
        try await InProcessServer.withBandLibrary { served in
            let body = #"{"title":"Gig","description":"Loud","due":"2026-12-24 19:30","artist":"sheeran"}"#
            _ = try await served.send("POST", "/api/to-dos", body: body)
            let place = #"{"place":"Hall","address":"Berlin, Germany","due":"+0d"}"#
            let changed = try await served.send("PATCH", "/api/to-dos/1", body: place)
            #expect(changed.status == 200, "\(changed.text)")
            let row = try changed.object()
            #expect(row["title"] as? String == "Gig" && row["place"] as? String == "Hall")
            #expect(row["artist"] as? String == "Ed Sheeran" && (row["due"] as? String)?.count == 10)
            #expect(row["latitude"] as? Double == 52.5244 && row["lacksCoordinate"] as? Bool == false)
            #expect((row["messages"] as? [String])?.first?.contains("Berlin") == true)
            let cleared = try await served.send(
                "PATCH", "/api/to-dos/1", body: #"{"description":null,"due":"","address":null,"artist":null}"#)
            let rest = try cleared.object()
            #expect(rest["place"] as? String == "Hall" && rest["messages"] as? [String] == [])
            for key in ["description", "due", "address", "latitude", "townOnly", "artist"] {
                #expect(rest[key] is NSNull, "\(key)")
            }
            for (body, status) in [(#"{"title":" "}"#, 422), (#"{"due":"someday"}"#, 422), (#"{"titel":"x"}"#, 400)] {
                #expect(try await served.send("PATCH", "/api/to-dos/1", body: body).status == status, "\(body)")
            }
            #expect(try await served.send("PATCH", "/api/to-dos/9", body: #"{"title":"x"}"#).status == 404)
        }
    }

    @Test("Given a geocoder that fails, then its message has no text of its server")
    func hidesTextOfGeocoder() async throws {
        try await withCatalogueServer { server in
            server.answer("/search", .redirect(to: "nas-7:/search"))
            try await InProcessServer.withBandLibrary(environment: ["FERMATA_GEOCODER_URL": server.url("")]) { served in
                let body = #"{"title":"Gig","address":"Berlin"}"#
                let added = try await served.send("POST", "/api/to-dos", body: body)
                #expect(added.status == 201 && !added.text.contains("nas-7"), "\(added.text)")
                let message = try #require((try added.object()["messages"] as? [String])?.first)
                #expect(message.contains("“Berlin”, the server redirects to an invalid address."))
            }
        }
    }

    @Test("Given dates, when I ask for their order, then the undated come last")
    func sortsByDate() async throws {
        try await InProcessServer.withBandLibrary { served in
            for body in [#"{"title":"a"}"#, #"{"title":"b","due":"2026-12-25"}"#, #"{"title":"c","due":"2026-12-24"}"#]
            {
                _ = try await served.send("POST", "/api/to-dos", body: body)
            }
            for (query, titles) in [
                ("", ["a", "b", "c"]), ("?sort=list&reverse=true", ["c", "b", "a"]), ("?sort=date", ["c", "b", "a"]),
                ("?sort=date&reverse=true", ["b", "c", "a"]),
            ] {
                let rows = try await served.get("/api/to-dos" + query).rows()
                #expect(rows.map { $0["title"] as? String } == titles, "\(query)")
            }
            #expect(try await served.get("/api/to-dos?sort=title").status == 400)
        }
    }

    @Test("Given music or an artist, when I add a to-do about it, then it is linked")
    func linksSubjects() async throws {
        try await InProcessServer.withBandLibrary { served in
            let id = try await served.id("perfect")
            let music = try await served.send(
                "POST", "/api/to-dos", body: "{\"title\":\"Listen\",\"music\":\"\(id.prefix(12))\"}")
            #expect(try music.object()["music"] as? String == id)
            let artist = try await served.send("POST", "/api/to-dos", body: #"{"title":"Meet","artist":"sheeran"}"#)
            #expect(try artist.object()["artist"] as? String == "Ed Sheeran")
            let unknown = try await served.send("POST", "/api/to-dos", body: #"{"title":"x","artist":"no one"}"#)
            #expect(unknown.status == 404)
            #expect(try await served.get("/api/to-dos").object()["total"] as? Int == 2)
        }
    }

    @Test("Given an invalid body, then the problem names the member")
    func rejectsInvalidBodies() async throws {
        let cases: [(String, Int, String?)] = [
            (#"{"title":" "}"#, 422, "title"), ("{}", 422, "title"), (#"{"title":"x","due":"someday"}"#, 422, "due"),
            (#"{"title":null}"#, 422, "title"), (#"{"title":7}"#, 400, "title"),
            (#"{"title":"x","titel":"y"}"#, 400, "titel"), (#"{"title":"x","music":"1","artist":"y"}"#, 400, "artist"),
            ("[]", 400, nil), ("\"x\"", 400, nil), ("", 400, nil), (#"{"title":"x"#, 400, nil),
            ("{\"title\":\"\\ud800\"}", 400, nil), ("{\"title\":\"x\"}{}", 400, nil),
            (String(repeating: "[", count: 60_000), 400, nil),
            ("{\"title\":\"" + String(repeating: "x", count: 65_536) + "\"}", 413, nil),
            ("{\"title\":\"x\",\"address\":\"" + String(repeating: "x", count: 1_001) + "\"}", 422, "address"),
        ]
        try await InProcessServer.withBandLibrary { served in
            for (body, status, field) in cases {
                let response = try await served.send("POST", "/api/to-dos", body: body)
                #expect(response.status == status, "\(response.text)")
                #expect(response["Content-Type"] == "application/problem+json", "\(body.prefix(80))")
                #expect(try response.object()["field"] as? String == field, "\(body.prefix(80))")
                #expect(try await served.get("/api/to-dos").object()["total"] as? Int == 0, "\(body.prefix(80))")
            }
        }
    }

    @Test(
        "Given a body of another type, then the status is 415",
        arguments: ["text/plain", "application/x-www-form-urlencoded", "application/json5", ""])
    func rejectsOtherTypes(type: String) async throws {
        try await InProcessServer.withBandLibrary { served in
            let response = try await served.send("POST", "/api/to-dos", ["Content-Type": type], body: #"{"title":"x"}"#)
            #expect(response.status == 415)
            let right = try await served.send(
                "POST", "/api/to-dos", ["Content-Type": "Application/JSON; charset=utf-8"], body: #"{"title":"x"}"#)
            #expect(right.status == 201)
        }
    }
}
