import FermataContracts
import FermataDomain
import Foundation
import TestTraits
import Testing
import FermataApp

@Suite("Serving audio to the own player", .timeLimit(.minutes(3)))
struct AudioAddressServerTests {
    private static let token = "4f2a"
    private static let ids = (1...4).map { MusicID(UInt64($0)) }
    private static let bytes = Data.varied(count: 100_000)

    @Test("serves a song completely and in parts")
    func servesParts() async throws {
        let address = try await Address(of: Self.ids[0], server())
        let complete = try await address.get()
        #expect(complete.status == 200 && complete.body == Self.bytes)
        let part = try await address.get(headers: "Range: bytes=1000-1999\r\n")
        #expect(part.status == 206 && part.body == Self.bytes.subdata(in: 1_000..<2_000))
        #expect(part["Content-Range"] == "bytes 1000-1999/100000")
        #expect(try await address.get(headers: "Range: bytes=100000-\r\n").status == 416)
    }

    @Test("serves nothing at other addresses")
    func hidesOtherAddresses() async throws {
        let address = try await Address(of: Self.ids[0], server())
        let id = Self.ids[0].description
        #expect(address.path == "/\(Self.token)/\(id)")
        let paths = [
            "/", "/\(id)", "/\(Self.token)", "/\(Self.token)/", "/\(Self.token)/\(MusicID(99))", "/\(Self.token)/x",
            "/\(Self.token)x/\(id)", "/4f2/\(id)", "//\(id)", "/\(Self.token)/\(id)/audio", "/api/music",
        ]
        for path in paths { #expect(try await address.get(path).status == 404, "\(path)") }
    }

    @Test("accepts no method that changes something", arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
    func rejectsOtherMethods(method: String) async throws {
        let address = try await Address(of: Self.ids[0], server())
        let response = try await address.get(method: method)
        #expect(response.status == 404 && !response.body.starts(with: Self.bytes.prefix(10)))
    }

    @Test("serves no song that the listener may not hear, and none without audio")
    func hidesExplicitSong() async throws {
        let server = server(age: 12)
        #expect(try await Address(of: Self.ids[0], server).get().status == 200)
        #expect(try await Address(of: Self.ids[1], server).get().status == 404)
        #expect(try await Address(of: Self.ids[2], server).get().status == 409)
        #expect(try await Address(of: Self.ids[3], server).get().status >= 500)
    }

    @Test("listens on one port of this computer only, for all songs")
    func listensOnLoopbackOnly() async throws {
        let server = server()
        async let first = Address(of: Self.ids[0], server)
        async let second = Address(of: Self.ids[1], server)
        let port = try await first.port
        #expect(try await second.port == port)
        for host in ["127.0.0.2", "::1"] {
            await #expect(throws: (any Error).self) { _ = try await RawConnection(port: port, host: host) }
        }
        try await RawConnection.with(port: port) { _ in }
        withExtendedLifetime(server) {}
    }

    @Test(
        "closes a connection that sends no request, a part of one, or no further one",
        arguments: ["", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"])
    func closesIdleConnection(sent: String) async throws {
        let address = try await Address(of: Self.ids[0], server(idleTimeout: .milliseconds(500)))
        try await RawConnection.with(port: address.port) { connection in
            try? await connection.send(sent)  // fails if the connection is closed already
            try await connection.waitForClose()
        }
    }

    @Test("keeps the connection of a player that stops reading")
    func keepsPausedPlayer() async throws {
        // More than the buffers of a connection.
        let bytes = Data(repeating: 7, count: 20_000_000)
        let address = try await Address(of: Self.ids[0], server(bytes: bytes, idleTimeout: .seconds(2)))
        try await RawConnection.with(port: address.port) { connection in
            try await connection.stopReading()
            try await connection.send("GET \(address.path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            try await waitUntil {
                connection.readOnce()
                return !connection.bytes.isEmpty
            }
            try await RawConnection.with(port: address.port) { try await $0.waitForClose() }
            try await connection.startReading()
            try await connection.waitForClose()
            #expect(connection.bytes.suffix(bytes.count) == bytes)
        }
    }

    @Test("stops listening when it is released")
    func endsWithOwner() async throws {
        var address: Address? = try await Address(of: Self.ids[0], server())
        #expect(try await address?.get().status == 200)
        let port = try #require(address?.port)
        address = nil
        try await waitUntil {
            guard let connection = try? await RawConnection(port: port) else { return true }
            await connection.close()
            return false
        }
    }

    private func server(
        age: Int? = nil, bytes: Data = bytes, idleTimeout: Duration = .seconds(30)
    ) -> AudioAddressServer {
        let songs = [
            Music(id: Self.ids[0], title: "Changes", audioURL: "a", explicit: .clean),
            Music(id: Self.ids[1], title: "Curse", audioURL: "a", explicit: .explicit),
            Music(id: Self.ids[2], title: "Mute", explicit: .clean),
            Music(id: Self.ids[3], title: "Gone", audioURL: "file:///gone.mp3", explicit: .clean),
        ]
        return AudioAddressServer(
            getAudio: GetAudioUsecase(
                music: MusicRepositoryStub(songs),
                stored: [
                    StoredAudioRepositoryStub { music in
                        try Self.ids.prefix(2).contains(music.id) ? Self.storedAudio(bytes) : nil
                    }
                ], remote: AudioRepositoryStub(), listener: Listener(age: age)),
            token: Self.token, idleTimeout: idleTimeout)
    }

    private static func storedAudio(_ bytes: Data) throws -> StoredAudio {
        let file = FileManager.default.temporaryDirectory.appending(path: "fermata-tests-\(UUID().uuidString)")
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return StoredAudio(
            AudioProperties(length: Int64(bytes.count), version: "1"), path: nil,
            file: try FileHandle(forReadingFrom: file))
    }
}

/// The address of a song. It retains its server, which runs until it is released.
private struct Address {
    let port: Int
    let path: String
    private let server: AudioAddressServer

    init(of song: MusicID, _ server: AudioAddressServer) async throws {
        self.server = server
        let url = try #require(URL(string: try await server.address(of: song)))
        #expect(url.scheme == "http" && url.host() == "127.0.0.1")
        (port, path) = (try #require(url.port), url.path)
    }

    /// Sends a request for the address, or for another path of the server.
    func get(_ other: String? = nil, method: String = "GET", headers: String = "") async throws -> WebResponse {
        defer { withExtendedLifetime(server) {} }
        return try await RawConnection.with(port: port) { connection in
            let head = "\(method) \(other ?? path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
            try await connection.send(head + headers + "\r\n")
            return try await connection.response()
        }
    }
}
