import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("Plays that music servers receive")
struct SubsonicScrobbleTests {
    private let scrobble = Scrobble(number: 1, key: "s0", started: Date(timeIntervalSince1970: 1_700_000_000))

    @Test("sends the song and when it began, in milliseconds")
    func sendsPlay() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            try await access.scrobbles().send(scrobble)
            let call = try #require(server.calls.first { $0.method == "scrobble" })
            #expect((call["id"], call["time"], call["submission"]) == ("s0", "1700000000000", "true"))
        }
    }

    @Test(
        "sends a stored time at the limits of 64 bits",
        arguments: [(Double(Int64.max), "9223372036854775807"), (Double(Int64.min), "-9223372036854775808")])
    func sendsExtremeTime(seconds: Double, milliseconds: String) async throws {
        try await withMusicServer(.songs(3)) { server, access in
            var scrobble = scrobble
            scrobble.started = Date(timeIntervalSince1970: seconds)
            try await access.scrobbles().send(scrobble)
            #expect(server.calls.first { $0.method == "scrobble" }?["time"] == milliseconds)
        }
    }

    @Test("a play that the server refuses is no error", arguments: [0, 70])
    func acceptsRefusedPlay(code: Int) async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change { $0.errors["scrobble"] = code }
            try await access.scrobbles().send(scrobble)
            #expect(server.calls.contains { $0.method == "scrobble" && $0["id"] == "s0" })
        }
    }

    @Test("a server without the method, or one that breaks on the play, is no error", arguments: [404, 501, 500])
    func acceptsUnknownMethod(status: Int) async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change { $0.answers["scrobble"] = .status(status) }
            try await access.scrobbles().send(scrobble)
            #expect(server.calls.contains { $0.method == "scrobble" && $0["id"] == "s0" })
        }
    }

    @Test("fails if the server cannot be reached or refuses the user")
    func failsWithServer() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change { $0.answers["scrobble"] = .status(503) }
            await expectFailure(.status(503)) { try await access.scrobbles().send(scrobble) }
            server.change { ($0.answers["scrobble"], $0.errors["scrobble"]) = (nil, 50) }
            await expectFailure(.signIn(.notAllowed)) { try await access.scrobbles().send(scrobble) }
        }
    }
}
