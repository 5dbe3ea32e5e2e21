import Foundation
import Testing

@Suite("Story: a program lists music")
struct MusicRouteTests {
    @Test("Given a library, when I list it, then I get a window of its rows, with the keys that a command prints")
    func list() async throws {
        try await Served.gathered { served in
            let answer = try await served.get("/api/music?limit=3&offset=1")
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "application/json")
            #expect(try answer.object()["total"] as? Int == 8)
            #expect(try answer.object()["offset"] as? Int == 1)
            #expect(try answer.column("title") == ["Perfect", "River", "Silence"])
            let printed = try await served.program.rows("list --limit 4 --json")
            #expect(try answer.rows().map { Set($0.keys) } == printed.dropFirst().map { Set($0.keys) })
        }
    }
}
