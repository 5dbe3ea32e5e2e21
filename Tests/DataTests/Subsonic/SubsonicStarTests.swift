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

@Suite("Stars and ratings of albums and artists on music servers")
struct SubsonicSubjectTests {
    private static let song = ServedSong(id: "s0", title: "A", fields: ["albumId": "low", "artistId": "bowie"])
    private static var content: FakeMusicServer.Content {
        var content = FakeMusicServer.Content()
        content.songs = [song]
        return content
    }

    private let album = AnnotatedSubject.album(AlbumID(1), name: "Low", artist: "David Bowie")
    private let artist = AnnotatedSubject.artist("DAVID BOWIE")

    @Test("stars and rates the album and the artist that a song states")
    func sendsChanges() async throws {
        try await withMusicServer(Self.content) { server, access in
            for (subject, edit) in [
                (album, AnnotationEdit.bookmark(true)), (artist, .bookmark(true)), (album, .rate(.four)),
                (album, .bookmark(false)), (artist, .rate(.two)), (artist, .rate(nil)),
            ] {
                try await send(edit, of: subject, access)
            }
            #expect(server.starred == ["bowie"] && server.ratings == ["low": 4])
        }
    }

    @Test("a song, album or artist that the server does not have or state is no error")
    func ignoresMissingSubjects() async throws {
        try await withMusicServer(Self.content) { server, access in
            try await send(.bookmark(true), of: artist, key: "gone", access)
            try await send(.bookmark(true), of: .artist("Guest"), access)
            server.change { $0.errors["star"] = 70 }
            try await send(.bookmark(true), of: artist, access)
            #expect(server.starred.isEmpty)
        }
    }

    @Test("a server without the method is no error", arguments: [404, 405, 501])
    func ignoresUnknownMethod(status: Int) async throws {
        try await withMusicServer(Self.content) { server, access in
            server.change { $0.answers["setRating"] = .status(status) }
            try await send(.rate(.two), of: artist, access)
            #expect(server.calls.contains { $0.method == "setRating" && $0["id"] == "bowie" })
        }
    }

    @Test("other errors of the server and pages of others leave the change unsent")
    func failsWithServer() async throws {
        try await withMusicServer(Self.content) { server, access in
            for method in ["getSong", "star"] {
                server.change { $0.errors[method] = 0 }
                await expectFailure(.server(code: 0, message: "error 0")) {
                    try await send(.bookmark(true), of: artist, access)
                }
                server.change { ($0.errors[method], $0.answers[method]) = (nil, .status(500)) }
                await expectFailure(.status(500)) { try await send(.bookmark(true), of: artist, access) }
                server.change { $0.answers[method] = .document(Data("<html>".utf8), type: "text/html") }
                await expectFailure(.content(.webPage)) { try await send(.bookmark(true), of: artist, access) }
                server.change { $0.answers[method] = nil }
            }
        }
    }

    private func send(
        _ edit: AnnotationEdit, of subject: AnnotatedSubject, key: String = "s0", _ access: MusicServerAccess
    ) async throws {
        try await access.repository().send(SubjectChange(edit, of: subject, key: key, number: 1))
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
