import Foundation
import Testing

@Suite("Promise: slow requests do not keep others out", .timeLimit(.minutes(3)))
struct ConcurrentClientTests {
    @Test("Given clients with slow queries, then others are answered meanwhile")
    func answersBesideSlowQueries() async throws {
        try await withSlowToDoQueries { served in
            var waiting: [RawConnection] = []
            for _ in 1...3 { waiting.append(try await sendRequest(served)) }
            for number in 1...10 { #expect(try await served.get("/api/music?limit=\(number)").status == 200) }
            #expect(waiting.allSatisfy { !$0.isClosed && $0.bytes.isEmpty })
            for connection in waiting { await connection.close() }
        }
    }

    @Test("Given clients that disconnect early, then their queries are cancelled")
    func cancelsQueriesOfLostClients() async throws {
        try await withSlowToDoQueries { served in
            for path in ["/api/to-dos", "/to-dos"] {
                for _ in 1...50 { await (try await sendRequest(served, path)).close() }
                let response = try await served.get("/api/music?text=\(path.count)")
                #expect(response.status == 200)
            }
        }
    }

    @Test("Given many clients with the same slow query, then it runs once and other requests end")
    func runsEqualQueriesOnce() async throws {
        try await withSlowToDoQueries { served in
            for path in ["/api/to-dos", "/to-dos"] {
                var waiting: [RawConnection] = []
                // More than the server reads for at the same time.
                for _ in 1...12 { waiting.append(try await sendRequest(served, path)) }
                for number in 1...5 {
                    let response = try await served.get("/api/music?limit=\(number)&text=\(path.count)")
                    #expect(response.status == 200)
                }
                // The query continues for the last client.
                for connection in waiting.dropLast() { await connection.close() }
                #expect(try await served.get("/api").status == 200)
                #expect(!waiting[11].isClosed && waiting[11].bytes.isEmpty)
                await waiting[11].close()
            }
        }
    }

    private func sendRequest(_ served: ServerProcess, _ path: String = "/api/to-dos") async throws -> RawConnection {
        let connection = try await RawConnection(port: served.port)
        try await connection.send("GET \(path) HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n")
        // The server starts the slow query before it responds to this request.
        #expect(try await served.get("/api").status == 200)
        return connection
    }

    /// Serves a library whose list of to-dos never ends.
    private func withSlowToDoQueries(_ body: (ServerProcess) async throws -> Void) async throws {
        try await SharedLibrary.band.withCopy { program in
            try await LibraryFile(path: program.library).execute(
                """
                DROP TABLE todo;
                CREATE VIEW todo(done) AS WITH RECURSIVE endless(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM endless)
                    SELECT n FROM endless
                """)
            try await ServerProcess.run(program, [], body)
        }
    }
}
