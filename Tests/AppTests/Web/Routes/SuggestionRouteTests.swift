import Foundation
import Testing

@Suite("Story: a program completes what is typed in a search", .timeLimit(.minutes(3)))
struct SuggestionRouteTests {
    @Test("Given the beginning of a term, then completions have the text and the cursor")
    func completesTerms() async throws {
        try await InProcessServer.withBandLibrary { served in
            let all = try await served.get("/api/suggestions")
            #expect(all.status == 200)
            #expect(try all.column("label").first == "artist:")
            #expect(try all.object()["total"] as? Int == 10)
            let names = try await served.get("/api/suggestions?text=shee%20x&cursor=4")
            #expect(try names.column("label") == ["Ed Sheeran"])
            #expect(try names.column("text") == ["artist:\"Ed Sheeran\" x"])
            #expect(try names.rows().map { $0["cursor"] as? Int } == [20])
            #expect(try await served.get("/api/suggestions?text=source:r").column("label") == ["radio"])
            #expect(try await served.get("/api/suggestions?text=shee&cursor=2").column("label") == [])
        }
    }

    @Test("Given a text or a cursor that is out of range, then the request is rejected")
    func rejectsParameters() async throws {
        let cases: [String] = [
            "cursor=-1", "cursor=201", "cursor=x", "limit=1", "text=" + String(repeating: "x", count: 201),
        ]
        try await InProcessServer.withBandLibrary { served in
            for query in cases {
                let response = try await served.get("/api/suggestions?\(query)")
                #expect(response.status == 400, "\(query)")
            }
        }
    }
}
