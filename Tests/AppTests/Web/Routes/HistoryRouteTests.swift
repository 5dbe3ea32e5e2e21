import Foundation
import Testing

@Suite("Story: a program records what was played", .timeLimit(.minutes(3)))
struct HistoryRouteTests {
    private static let path = "/api/history"

    private static func play(_ id: some StringProtocol, at time: String = "2026-01-24T19:30:00Z") -> String {
        #"{"music":"\#(id)","started":"\#(time)"}"#
    }

    @Test("Given plays, then the list has the last one first, as the command line")
    func listsPlays() async throws {
        try await InProcessServer.withBandLibrary { served in
            let (perfect, river) = (try await served.id("perfect"), try await served.id("river"))
            #expect(try await served.get(Self.path).object()["total"] as? Int == 0)
            let added = try await served.send("POST", Self.path, body: Self.play(perfect.prefix(12)))
            #expect(added.status == 201 && added["Cache-Control"] == "no-store", "\(added.text)")
            #expect(try added.object()["id"] as? String == perfect)
            #expect(try added.object()["played"] as? String == "2026-01-24T19:30:00Z")
            for time in ["2026-01-24T20:30:01.5+01:00", "2026-01-24T19:29:59Z"] {
                _ = try await served.send("POST", Self.path, body: Self.play(river, at: time))
            }
            let response = try await served.get(Self.path + "?limit=2")
            #expect(try response.column("title") == ["River", "Perfect"])
            #expect(try response.column("played") == ["2026-01-24T19:30:01Z", "2026-01-24T19:30:00Z"])
            #expect(try response.object()["total"] as? Int == 3)
            #expect(response["Link"] == "</api/history?offset=2&limit=2>; rel=\"next\"")
            let printed = try await served.program.rows("history")
            #expect(printed.map { $0["title"] as? String } == ["River", "Perfect", "River"])
            #expect(try Set(added.object().keys) == Set(try #require(printed.first).keys))
        }
    }

    @Test("Given a play, when it is sent again, then the history has it once")
    func recordsOnce() async throws {
        try await InProcessServer.withBandLibrary { served in
            let id = try await served.id("perfect")
            for _ in 1...2 {
                let response = try await served.send("POST", Self.path, body: Self.play(id))
                #expect(response.status == 201)
            }
            #expect(try await served.get(Self.path).rows().count == 1)
        }
    }

    @Test("Given an invalid play, then the problem names the member")
    func rejectsInvalidPlays() async throws {
        let cases: [(String, Int, String?)] = [
            (#"{"music":"ID"}"#, 422, "started"), (#"{"started":"2026-01-24T19:30:00Z"}"#, 422, "music"),
            ("{}", 422, "music"), (#"{"music":"ID","started":"today"}"#, 422, "started"),
            (#"{"music":"ID","started":"2026-02-30T19:30:00Z"}"#, 422, "started"),
            (#"{"music":"ID","started":"9999-01-24T19:30:00Z"}"#, 422, "started"),
            (#"{"music":"ID","started":"1969-01-24T19:30:00Z"}"#, 422, "started"),
            (#"{"music":"ID","started":7}"#, 400, "started"),
            (#"{"music":"ID","started":"2026-01-24T19:30:00Z","x":""}"#, 400, "x"),
            (#"{"music":"0000000000000000","started":"2026-01-24T19:30:00Z"}"#, 404, nil), ("[]", 400, nil),
        ]
        try await InProcessServer.withBandLibrary { served in
            for (body, status, field) in cases {
                let id = try await served.id("perfect")
                let response = try await served.send(
                    "POST", Self.path, body: body.replacing("\"ID\"", with: "\"\(id)\""))
                #expect(response.status == status, "\(response.text)")
                #expect(response["Content-Type"] == "application/problem+json", "\(body)")
                #expect(try response.object()["field"] as? String == field, "\(body)")
                #expect(try await served.get(Self.path).rows().isEmpty, "\(body)")
            }
        }
    }

    @Test("Given a young listener, then explicit songs are neither listed nor counted")
    func hidesExplicitPlays() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await InProcessServer.run(program) { served in
                for words in ["perfect", "river"] {
                    let id = try await served.id(words)
                    #expect(try await served.send("POST", Self.path, body: Self.play(id)).status == 201)
                }
            }
            try await InProcessServer.run(program, ["--age", "12"]) { served in
                let response = try await served.get(Self.path)
                #expect(try response.column("title") == ["Perfect"])
                #expect(try response.object()["total"] as? Int == 1)
                let page = try await served.get("/history").text
                #expect(page.contains("1 play<") && page.contains("Perfect") && !page.contains("River"))
            }
        }
    }

    @Test("Given plays, then the page of the history shows their songs")
    func showsPage() async throws {
        try await InProcessServer.withBandLibrary { served in
            let empty = try await served.get("/history")
            #expect(empty.status == 200 && empty.text.contains("No song was played yet."))
            #expect(empty.text.contains(#"<a href="/history" aria-current="page">History</a>"#))
            let id = try await served.id("perfect")
            _ = try await served.send("POST", Self.path, body: Self.play(id))
            let page = try await served.get("/history").text
            #expect(page.contains("1 play<") && page.contains(#"data-key="\#(id)""#) && page.contains(" ago</bdi>"))
            #expect(try await served.get("/history?sort=title").status == 400)
        }
    }
}
