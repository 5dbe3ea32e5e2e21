import FermataContracts
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestTraits
import Testing
import FermataApp

@Suite("Unchanged responses are not sent again", .timeLimit(.minutes(3)))
struct CachedResponseTests {
    @Test("Given a stored response, when its tag is sent, then the status is 304")
    func respondsWith304() async throws {
        let cases: [String] = [
            "/api/music", "/api/playlists", "/api/downloads", "/api/to-dos", "/api/sources", "/api/artists/sheeran",
            "/api/openapi.json", "/api",
        ]
        try await InProcessServer.withBandLibrary { served in
            for path in cases {
                let tag = try #require(try await served.get(path)["ETag"])
                #expect(tag.contains(/^"[A-Za-z0-9+\/]{16}"$/), "\(path)")
                #expect(try await served.get(path)["Cache-Control"] == "private, no-cache", "\(path)")
                for known in [tag, "W/\(tag)", "\"x\", \(tag)", "\"x\",W/\(tag) , \"y\"", "*"] {
                    let response = try await served.get(path, ["If-None-Match": known])
                    #expect(response.status == 304, "\(path)")
                    #expect(response.body.isEmpty, "\(path)")
                    #expect(response["ETag"] == tag, "\(path)")
                    #expect(response["Content-Security-Policy"] != nil, "\(path)")
                }
                for known in ["\"x\"", tag.replacing("\"", with: ""), "W/", ",", tag + "x"] {
                    #expect(try await served.get(path, ["If-None-Match": known]).status == 200, "\(path)")
                }
            }
        }
    }

    @Test("Given cached responses, when the library changes, then the next ones are new")
    func refreshesAfterChange() async throws {
        try await InProcessServer.withBandLibrary { served in
            let id = try await served.id("perfect")
            var tags: Set<String> = []
            for round in 0..<6 {
                for _ in 1...3 {
                    let response = try await served.get("/api/music/\(id)")
                    #expect(try response.object()["bookmarked"] as? Bool == !round.isMultiple(of: 2))
                    tags.insert(response["ETag"] ?? "")
                }
                let set = round.isMultiple(of: 2)
                if round < 3 {
                    try await served.program.run("\(set ? "bookmark" : "unbookmark") \(id)")
                } else {
                    _ = try await served.send(set ? "PUT" : "DELETE", "/api/music/\(id)/bookmark")
                }
            }
            #expect(tags.count == 2)
        }
    }

    @Test("Given a cached page, then it is at most a second old")
    func refreshesPagesEachSecond() async throws {
        try await SharedLibrary.band.withCopy { program in
            let time = TestTime(Date(timeIntervalSince1970: 1_000))
            let file = URL(filePath: program.library + ".health")
            var program = program
            program.now = { time.now }
            @Sendable func storeHealth(isDamaged: Bool) throws {
                // The server's own check is not due.
                let health = #"{"isDamaged":\#(isDamaged),"nextCheck":2000}"#
                try Data(health.utf8).write(to: file)
            }
            try storeHealth(isDamaged: false)
            try await InProcessServer.run(program) { served in
                #expect(try await !served.get("/").text.contains("damaged"))
                try storeHealth(isDamaged: true)
                time.advance(by: 0.9)
                #expect(try await !served.get("/").text.contains("damaged"))
                #expect(try await served.get("/?limit=1").text.contains("damaged"))
                time.advance(by: 0.1)
                #expect(try await served.get("/").text.contains("damaged"))
            }
        }
    }

    @Test("Given more URLs than the cache stores, then each response is correct")
    func staysCorrectWhenFull() async throws {
        try await InProcessServer.withBandLibrary { served in
            for (limit, offset) in (0..<900).map({ ($0 % 7, $0 % 100) }) {
                let response = try await served.get("/api/music?limit=\(limit)&offset=\(offset)")
                try #require(response.status == 200)
                try #require(try response.rows().count == max(0, min(limit, 8 - offset)))
            }
        }
    }
}

@Suite("The body of a response with known bytes")
struct LargeResponseTests {
    @Test(
        "is written in pieces of at most 256 KiB",
        arguments: [
            (100, [100]), (262_144, [262_144]), (262_145, [262_144, 1]), (600_000, [262_144, 262_144, 75_712]),
        ])
    func writesPieces(length: Int, pieces: [Int]) async throws {
        let bytes = ByteBuffer(bytes: Data.varied(count: length))
        let body = ResponseBody(inPieces: bytes)
        #expect(body.contentLength == length)
        // The body of a cached response is written several times.
        for _ in 1...2 {
            let writer = PieceWriter()
            try await body.write(writer)
            let written = writer.pieces.withLock { $0 }
            #expect(written.map(\.readableBytes) == pieces)
            #expect(written.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) } == bytes)
        }
    }
}

/// Records the pieces that a body writes.
private final class PieceWriter: ResponseBodyWriter, Sendable {
    let pieces = Mutex<[ByteBuffer]>([])

    func write(_ buffer: ByteBuffer) async throws { pieces.withLock { $0.append(buffer) } }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
