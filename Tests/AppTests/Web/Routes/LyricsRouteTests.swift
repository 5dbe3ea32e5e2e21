import Foundation
import TestServer
import Testing

@Suite("Story: a program reads lyrics", .timeLimit(.minutes(3)))
struct LyricsRouteTests {
    @Test("Given the FLO document, then its lines have times, and one is current at a time")
    func returnsLines() async throws {
        try await SharedLibrary.lyrics.withCopy { program in
            try await InProcessServer.run(program) { served in
                let id = try await served.id("christmas")
                let lyrics = try await served.get("/api/music/\(id)/lyrics").object()
                #expect(lyrics["id"] as? String == id && lyrics["artist"] as? String == "챔버오케스트라")
                #expect(lyrics["timed"] as? Bool == true && lyrics["current"] is NSNull)
                let lines = try #require(lyrics["lines"] as? [[String: any Sendable]])
                #expect(lines.count == 49)
                #expect(lines[0]["time"] as? Int == 16_200)
                #expect(lines[0]["text"] as? String == "we wish you a merry christmas")
                for (time, line) in [(0, nil), (16_199, nil), (16_200, 0), (23_600, 3), (198_000, 48)] as [(Int, Int?)]
                {
                    let lyrics = try await served.get("/api/music/\(id)/lyrics?at=\(time)").object()
                    #expect(lyrics["current"] as? Int == line)
                }
            }
        }
    }

    @Test("Given a song without lyrics, then there are no lines")
    func returnsNoLines() async throws {
        try await SharedLibrary.lyrics.withCopy { program in
            try await InProcessServer.run(program) { served in
                let id = try await served.id("silence")
                let lyrics = try await served.get("/api/music/\(id)/lyrics").object()
                #expect((lyrics["lines"] as? [any Sendable])?.isEmpty == true && lyrics["timed"] as? Bool == false)
                #expect(try await served.get("/music/\(id)/lyrics").text.contains("This song has no lyrics."))
            }
        }
    }

    @Test("Given hostile lyrics, then JSON and page show them as text")
    func neutralizesText() async throws {
        try await SharedLibrary.lyrics.withCopy { program in
            try await InProcessServer.run(program) { served in
                let id = try await served.id("hostile")
                let json = try await served.get("/api/music/\(id)/lyrics")
                #expect(!json.text.unicodeScalars.contains("\u{1B}"))
                let lines = try #require(try json.object()["lines"] as? [[String: any Sendable]])
                #expect(lines.last?["text"] as? String == "<script>alert(1)</script>")
                let page = try await served.get("/music/\(id)/lyrics").text
                #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
                #expect(!page.contains("<script>alert") && !page.contains("<b>"))
                #expect(!page.unicodeScalars.contains { ["\u{1B}", "\u{202E}", "\u{7}"].contains($0) })
            }
        }
    }

    @Test("Given a page of lyrics, then each line has its time in milliseconds")
    func showsPage() async throws {
        try await SharedLibrary.lyrics.withCopy { program in
            try await InProcessServer.run(program) { served in
                let id = try await served.id("christmas")
                let page = try await served.get("/music/\(id)/lyrics")
                #expect(page.status == 200)
                #expect(page.text.contains(#"<ol class="lyrics""#))
                #expect(page.text.components(separatedBy: "<li data-time=").count == 50)
                #expect(page.text.contains(#"<li data-time="16200" dir="auto">we wish you a merry christmas</li>"#))
                #expect(page.text.contains(#"<a href="/music/\#(id)">"#))
                let plain = try await served.get("/music/\(try await served.id("plain"))/lyrics").text
                #expect(plain.contains(#"<li dir="auto">second</li>"#) && !plain.contains("data-time"))
                for path in ["/", "/music/\(id)"] {
                    #expect(try await served.get(path).text.contains(#"<a href="/music/\#(id)/lyrics">Lyrics</a>"#))
                }
            }
        }
    }

    @Test("Given lyrics that fill a large page, then the page is complete and has no entity tag")
    func writesLargePage() async throws {
        try await SharedLibrary.lyrics.withCopy { program in
            let (codes, text) = (String(repeating: "[00:01]", count: 100), String(repeating: "\"", count: 60_000))
            let song =
                ["title": "Long", "singer": "A Band", "duration": 9, "lyrics": codes + text] as [String: any Sendable]
            try await withCatalogueServer { server in
                server.answer("/long.json", .document(try JSONSerialization.data(withJSONObject: song)))
                try await program.addAndSyncSource(server.url("/long.json"), name: "long")
            }
            try await InProcessServer.run(program) { served in
                let page = try await served.get("/music/\(try await served.id("long"))/lyrics")
                let line =
                    "<li data-time=\"1000\" dir=\"auto\">" + String(repeating: "&quot;", count: 60_000) + "</li>\n"
                let end = #"<li data-time="1000" dir="auto">…</li>"# + "\n</ol>"
                #expect(page.status == 200 && page["ETag"] == nil && page.text.hasSuffix("</html>\n"))
                #expect(page.body.range(of: Data((String(repeating: line, count: 17) + end).utf8)) != nil)
            }
        }
    }
}
