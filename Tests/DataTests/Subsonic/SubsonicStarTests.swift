import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("Stars of music servers")
struct SubsonicStarTests {
    @Test("stars many songs in order, in requests of 100")
    func starsInBatches() async throws {
        try await withMusicServer(.songs(250)) { server, access in
            let keys = (0..<250).map { "s\($0)" }
            let missing = try await access.repository().setStar(true, of: keys)
            #expect(missing.isEmpty)
            #expect(server.starred == keys)
            #expect(server.calls.filter { $0.method == "star" }.map { $0.all("id").count } == [100, 100, 50])
            let starred = try await access.repository().starredKeys()
            #expect(starred == Set(keys))
            _ = try await access.repository().setStar(false, of: ["s3"])
            let left = try await access.repository().starredKeys()
            #expect(left == starred.subtracting(["s3"]))
        }
    }

    @Test("returns the songs that the server no longer has, and stars the others")
    func returnsMissingSongs() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            let missing = try await access.repository().setStar(true, of: ["s0", "gone", "s2"])
            #expect(missing == ["gone"])
            #expect(server.starred == ["s0", "s2"])
        }
    }

    @Test("a server that reports a repeated star as an error has the song")
    func acceptsRepeatedStar() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change { $0.errors["star"] = 0 }
            let missing = try await access.repository().setStar(true, of: ["s0"])
            #expect(missing.isEmpty)
        }
    }

    @Test("needs one request for a star after signing in")
    func sendsOneRequest() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            _ = try await access.repository().setStar(true, of: ["s0"])
            #expect(server.calls.map(\.method) == ["getOpenSubsonicExtensions", "star"])
            _ = try await access.repository().setStar(true, of: ["s1"])
            #expect(server.calls.map(\.method) == ["getOpenSubsonicExtensions", "star", "star"])
        }
    }

    @Test("fails if the server cannot be reached or refuses the user")
    func failsWithServer() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change { $0.answers["star"] = .status(503) }
            await expectFailure(.status(503)) { try await access.repository().setStar(true, of: ["s0"]) }
            server.change { ($0.answers["star"], $0.errors["star"]) = (nil, 50) }
            await expectFailure(.signIn(.notAllowed)) { try await access.repository().setStar(true, of: ["s0"]) }
        }
    }
}

@Suite("Plays that music servers receive")
struct SubsonicScrobbleTests {
    private let scrobble = Scrobble(number: 1, key: "s0", started: Date(timeIntervalSince1970: 1_700_000_000))

    @Test("sends the song and when it began, in milliseconds")
    func sendsPlay() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            try await access.repository().send(scrobble)
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
            try await access.repository().send(scrobble)
            #expect(server.calls.first { $0.method == "scrobble" }?["time"] == milliseconds)
        }
    }

    @Test("a play that the server refuses is no error", arguments: [0, 70])
    func acceptsRefusedPlay(code: Int) async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change { $0.errors["scrobble"] = code }
            try await access.repository().send(scrobble)
            #expect(server.calls.contains { $0.method == "scrobble" && $0["id"] == "s0" })
        }
    }

    @Test("a server without the method, or one that breaks on the play, is no error", arguments: [404, 501, 500])
    func acceptsUnknownMethod(status: Int) async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change { $0.answers["scrobble"] = .status(status) }
            try await access.repository().send(scrobble)
            #expect(server.calls.contains { $0.method == "scrobble" && $0["id"] == "s0" })
        }
    }

    @Test("fails if the server cannot be reached or refuses the user")
    func failsWithServer() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change { $0.answers["scrobble"] = .status(503) }
            await expectFailure(.status(503)) { try await access.repository().send(scrobble) }
            server.change { ($0.answers["scrobble"], $0.errors["scrobble"]) = (nil, 50) }
            await expectFailure(.signIn(.notAllowed)) { try await access.repository().send(scrobble) }
        }
    }
}
