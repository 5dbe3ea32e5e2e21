import Foundation
import TestTraits
import Testing

@Suite("Promise: broken and slow clients do not keep others out", .timeLimit(.minutes(3)))
struct LimitTests {
    private static let malformed = [
        "\u{0}\u{1}\u{2}\r\n\r\n", "F(O /api HTTP/1.1\r\nHOST\r\n\r\n",
        "GET /api HTTP/1.1\r\nHOSTX: a\u{0}b\r\n\r\n",
        "GET  HTTP/1.1\r\n\r\n", "GET /api HTTP/9.9\r\nHOST\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET /api HTTP/1.1\r\nHOST no colon\r\n\r\n", "GET /api\r\n b HTTP/1.1\r\n\r\n",
        "POST /api/to-dos HTTP/1.1\r\nHOSTContent-Length: -5\r\n\r\n",
        "POST /api/to-dos HTTP/1.1\r\nHOSTContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /api/to-dos HTTP/1.1\r\nHOSTContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
        "GET /api/music?text=LONG HTTP/1.1\r\nHOST\r\n", "GET /api HTTP/1.1\r\nHOSTX: LONG\r\n\r\n",
        "GET /api HTTP/1.1\r\nHOSTMANY\r\n", "GET /api/music?text=\u{FF} HTTP/1.1\r\nHOST\r\n",
        "FOO /api HTTP/1.1\r\nHOST\r\n",
    ]

    @Test("Given bytes that are not HTTP, then the status is 400 and the connection closes")
    func rejectsMalformedRequests() async throws {
        try await ServerProcess.withBandLibrary { served in
            let many = (1...101).map { "X\($0): 1\r\n" }.joined()
            for request in Self.malformed {
                let text = request.replacing("HOST", with: "Host: \(served.authority)\r\n")
                    .replacing("MANY", with: many).replacing("LONG", with: String(repeating: "a", count: 20_000))
                try await RawConnection.with(port: served.port) { connection in
                    try await connection.send(Array(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }))
                    let response = try await connection.response()
                    #expect(response.status == 400, "\(request)")
                    #expect(response["Content-Type"] == "application/problem+json", "\(request)")
                    #expect(response["X-Content-Type-Options"] == "nosniff", "\(request)")
                    #expect(try response.object()["status"] as? Int == 400, "\(request)")
                    try await connection.waitForClose()
                }
                #expect(try await served.get("/api").status == 200, "\(request)")
            }
        }
    }

    private static let unfinished = [
        "", "GET /api/mus", "GET /api HTTP/1.1\r\nX: ", "POST /api/to-dos HTTP/1.1\r\nHOSTTYPE\r\n{",
    ]

    @Test("Given a request that never ends, then the connection closes")
    func closesUnfinishedRequests() async throws {
        try await withShortRequestTimeout { served in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for request in Self.unfinished {
                    let text = request.replacing("HOST", with: "Host: \(served.authority)\r\n")
                        .replacing("TYPE", with: "Content-Type: application/json\r\nContent-Length: 9\r\n")
                    group.addTask { try await Self.waitForClose(after: text, of: served) }
                }
                try await group.waitForAll()
            }
            #expect(try await served.get("/api").status == 200)
        }
    }

    /// Sends a letter every 100 ms, which must not extend the time-out.
    private static func waitForClose(after text: String, of served: ServerProcess) async throws {
        try await RawConnection.with(port: served.port) { connection in
            try await connection.send(text)
            let letters = Task {
                while !connection.isClosed {
                    try await Task.sleep(for: .milliseconds(100))
                    try await connection.send(text.hasSuffix("{") ? " " : "a")
                }
            }
            defer { letters.cancel() }
            try await connection.waitForClose()
        }
    }

    @Test("Given a client that never reads, then the connection closes")
    func closesUnreadConnections() async throws {
        try await withShortRequestTimeout { served in
            try await RawConnection.with(port: served.port) { connection in
                try await connection.stopReading()
                let request = "GET /api/openapi.json HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n"
                let requests = Array(String(repeating: request, count: 100).utf8)
                do {
                    for _ in 1...5_000 { try await connection.send(requests) }
                    Issue.record("The server read all requests.")
                } catch {
                    // Sending fails because the server closes the connection.
                    try await connection.waitForClose()
                }
            }
            #expect(try await served.get("/api").status == 200)
        }
    }

    @Test(
        "Given too many unfinished requests, then other clients are still answered",
        arguments: [
            "GET /api/music HTTP/1.1\r\nHOSTX: ",
            "POST /api/to-dos HTTP/1.1\r\nHOSTContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        ])
    func closesIdleConnectionsBeyondLimit(request: String) async throws {
        try await SharedLibrary.band.withCopy { program in
            var program = program
            program.environment["FERMATA_SERVE_MAX_CONNECTIONS"] = "100"
            try await ServerProcess.run(program) { served in
                try await RawConnection.with(port: served.port) { activeClient in
                    var slow: [RawConnection] = []
                    for number in 1...300 {
                        let connection = try await RawConnection(port: served.port)
                        try? await connection.send(request.replacing("HOST", with: "Host: \(served.authority)\r\n"))
                        slow.append(connection)
                        guard number.isMultiple(of: 10) else { continue }
                        #expect(try await served.get("/api/music").status == 200)
                        try await activeClient.send("GET /api HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n")
                        let response = try await activeClient.response()
                        #expect(response.status == 200)
                    }
                    try await waitUntil { slow.count { !$0.isClosed } <= 100 }
                    #expect(slow[299].isClosed == false)
                    for connection in slow { await connection.close() }
                }
            }
        }
    }

    @Test("Given a body that is too large, then the status is 413 and the connection stays")
    func rejectsLargeBodies() async throws {
        try await ServerProcess.withBandLibrary { served in
            try await RawConnection.with(port: served.port) { connection in
                let head =
                    "POST /api/to-dos HTTP/1.1\r\nHost: \(served.authority)\r\nContent-Type: application/json\r\n"
                let body = String(repeating: "a", count: 200_000)
                try await connection.send(head + "Content-Length: 200000\r\n\r\n" + body)
                #expect(try await connection.response().status == 413)
                try await connection.send("GET /api HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n")
                #expect(try await connection.response().status == 200)
                let chunk = "4000\r\n" + String(repeating: "a", count: 0x4000) + "\r\n"
                try await connection.send(
                    head + "Transfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 8) + "0\r\n\r\n")
                #expect(try await connection.response().status == 413)
            }
        }
    }

    @Test("Given pipelined requests, then each is answered in order")
    func answersPipelinedRequests() async throws {
        try await ServerProcess.withBandLibrary { served in
            try await RawConnection.with(port: served.port) { connection in
                let requests = (0..<50).map {
                    "GET /api/music?limit=\($0 % 9) HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n"
                }
                try await connection.send(requests.joined())
                for number in 0..<50 {
                    let response = try await connection.response()
                    #expect(try response.rows().count == min(number % 9, 8))
                }
            }
        }
    }

    private func withShortRequestTimeout(_ body: (ServerProcess) async throws -> Void) async throws {
        try await SharedLibrary.band.withCopy { program in
            var program = program
            program.environment["FERMATA_SERVE_TIMEOUT"] = "3"
            try await ServerProcess.run(program, [], body)
        }
    }
}
