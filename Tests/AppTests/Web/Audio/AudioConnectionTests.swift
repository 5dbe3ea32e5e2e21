import AudioFiles
import Foundation
import TestTraits
import Testing

@Suite("Audio over a connection", .timeLimit(.minutes(3)))
struct AudioConnectionTests {
    /// More bytes than the buffers between a server and its client hold.
    private static let large = Data(repeating: 7, count: 24_000_000)

    @Test("Given one connection, then it serves the file, ranges and other requests in turn")
    func reusesConnection() async throws {
        try await serving(padding: .varied(count: 3_000_000)) { served, target, bytes in
            try await RawConnection.with(port: served.port) { connection in
                func get(_ target: String, _ range: String = "") async throws -> WebResponse {
                    let field = range.isEmpty ? "" : "Range: bytes=\(range)\r\n"
                    try await connection.send(
                        "GET \(target) HTTP/1.1\r\nHost: \(served.authority)\r\n\(field)\r\n")
                    return try await connection.response()
                }
                let complete = try await get(target)
                #expect(complete.status == 200 && complete.body == bytes)
                #expect(complete["Content-Length"] == "\(bytes.count)" && complete["Content-Type"] == "audio/wav")
                let part = try await get(target, "1000000-2499999")
                #expect(part.status == 206 && part.body == bytes.subdata(in: 1_000_000..<2_500_000))
                #expect(try await get("/api").status == 200)
                #expect(try await get(target, "-10").body == bytes.suffix(10))
                let head = "HEAD \(target) HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n"
                try await connection.send(head)
                let response = try await connection.response(toHead: true)
                #expect(response.status == 200 && response["Content-Length"] == "\(bytes.count)")
            }
        }
    }

    @Test("Given a client that stops reading, then only its connection closes")
    func closesStalledConnection() async throws {
        try await serving(environment: ["FERMATA_SERVE_TIMEOUT": "4"], padding: Self.large) { served, target, bytes in
            let stalled = try await stalledRequest(target, to: served)
            #expect(try await served.get(target, ["Range": "bytes=0-9"]).body.count == 10)
            try await waitUntil { try openFiles(of: served, containing: "song.wav") == 0 }
            try await stalled.startReading()
            try await stalled.waitForClose()
            #expect(stalled.bytes.count < bytes.count)
            #expect(try await served.get("/api").status == 200)
        }
    }

    @Test("Given a client that leaves in the middle, then the file is closed")
    func closesFileOfLostClient() async throws {
        try await serving(padding: Self.large) { served, target, _ in
            let connection = try await stalledRequest(target, to: served)
            #expect(try openFiles(of: served, containing: "song.wav") > 0)
            await connection.close()
            try await waitUntil { try openFiles(of: served, containing: "song.wav") == 0 }
        }
    }

    /// Requests audio over a connection that reads no more than the start of the response. The server has then opened
    /// the file.
    private func stalledRequest(_ target: String, to served: ServerProcess) async throws -> RawConnection {
        let connection = try await RawConnection(port: served.port)
        try await connection.stopReading()
        try await connection.send("GET \(target) HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n")
        connection.readOnce()
        try await connection.wait(for: "HTTP/1.1 200")
        return connection
    }

    /// The number of open files of the server whose path contains a text.
    private func openFiles(of served: ServerProcess, containing text: String) throws -> Int {
        let folder = "/proc/\(served.processID)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
            return target?.contains(text) == true
        }
    }

    /// Serves a WAV file that is followed by more bytes.
    private func serving(
        environment: [String: String] = [:], padding: Data = Data(),
        _ body: (ServerProcess, String, Data) async throws -> Void
    ) async throws {
        let content = try MusicFolder.audio("song.wav") + padding
        try await AudioServing.folderLibrary("song.wav", content: content) { program, bytes in
            var program = program
            let id = try #require(try await program.column("id", "list").first)
            program.environment.merge(environment) { $1 }
            try await ServerProcess.run(program) { try await body($0, "/api/music/\(id)/audio", bytes) }
        }
    }
}
