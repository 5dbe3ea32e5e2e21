import TestServer
import TestTraits
import Testing

@Suite("The catalogue server of tests", .deadline)
struct CatalogueServerTests {
    @Test("stops even if a request is complete only afterwards")
    func stopsBeforeRequest() async throws {
        let server = try await CatalogueServer()
        server.answer("/songs", .silent)
        try await RawConnection.with(port: server.port) { connection in
            try await connection.send("POST /songs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n")
            // The response to another request shows that the server has probably received the head of this one.
            try await RawConnection.with(port: server.port) { other in
                try await other.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = try await other.response()
            }
            async let stop: Void = server.stop()
            try await waitUntil { await isRefused(server.port) }
            try await connection.send("1")
            await stop
        }
    }

    private func isRefused(_ port: Int) async -> Bool {
        guard let connection = try? await RawConnection(port: port) else { return true }
        await connection.close()
        return false
    }
}
