import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("Audio and artwork of music servers")
struct SubsonicMediaTests {
    @Test("reads artwork with credentials that its address lacks")
    func readsArtwork() async throws {
        try await withMusicServer { server, access in
            server.change {
                $0.songs = [ServedSong(id: "1", title: "x", fields: ["coverArt": "c&1"])]
                $0.artwork["c&1"] = SamplePicture.png
            }
            let song = try await access.song("1")
            let image = try await access.artwork().artwork(of: song)
            #expect(image == ArtworkImage(format: .png, bytes: SamplePicture.png))
            #expect(server.calls.last?["t"] != nil && song.artworkURL?.contains("t=") == false)
            #expect(server.calls.last?.isForm == false)
        }
    }

    @Test("returns no picture if the server has none")
    func returnsNoMissingPicture() async throws {
        try await withMusicServer { server, access in
            server.change { $0.songs = [ServedSong(id: "1", title: "x", fields: ["coverArt": "c"])] }
            let song = try await access.song("1")
            let image = try await access.artwork().artwork(of: song)
            #expect(image == nil)
        }
    }

    @Test(
        "reports an error in JSON or XML in place of audio",
        arguments: [
            (jsonError(#""code":70,"#), 70), (jsonError(""), 0), (xmlError(#"code="70""#), 70),
            (xmlError(#"code="5""#), 5), (xmlError(""), 0),
        ])
    func reportsErrorInPlaceOfAudio(response: ScriptedResponse, code: Int) async throws {
        try await withMusicServer { server, access in
            let song = try await access.song("s0")
            server.change { $0.answers["stream"] = response }
            let failure = await cause { try await access.audio().read(song, into: InMemorySink()) }
            #expect(failure == .server(code: code, message: "gone"))
        }
    }

    @Test("refuses a page in place of audio")
    func refusesPage() async throws {
        try await withMusicServer { server, access in
            let song = try await access.song("s0")
            server.change { $0.answers["stream"] = .html("<html>") }
            await expectFailure(.content(.webPage)) { try await access.audio().read(song, into: InMemorySink()) }
        }
    }

    @Test("steps down to the password for audio, too")
    func stepsDownForAudio() async throws {
        try await withMusicServer(unencrypted: true) { server, access in
            let song = try await access.song("s0")
            server.change {
                $0.tokenError = 41
                $0.audio["s0"] = ServedAudio(Data("audio".utf8))
            }
            // A new connection has not signed in yet.
            try await access.credentials.set(
                SourceCredentials(.password("secret7"), allowsUnencryptedPassword: true, certificates: "/new.pem"),
                for: access.source)
            let sink = InMemorySink()
            try await access.audio().read(song, into: sink)
            #expect(await sink.bytes == Data("audio".utf8))
        }
    }

    @Test(
        "does not sign invented addresses of other sources",
        arguments: [
            "changePassword.view?username=ann&password=x", "star.view?id=s0", "stream.view?id=s0&format=mp3",
            "getCoverArt.view?id=s0&size=600&x=y", "stream.view", "../rest/stream.view?id=s0&format=raw",
        ])
    func refusesForeignAddress(request: String) async throws {
        try await withMusicServer { server, access in
            var song = try await access.song("s0")
            server.forgetCalls()
            song.artworkURL = server.address + "/rest/" + request
            song.audioURL = song.artworkURL
            _ = try await access.artwork().artwork(of: song)
            try await access.audio().read(song, into: InMemorySink())
            #expect(server.calls.isEmpty)
        }
    }

    @Test("leaves other addresses, and songs of other sources, to the other repository")
    func leavesOtherAddresses() async throws {
        try await withMusicServer { server, access in
            var song = try await access.song("s0")
            song.sources = ["radio"]
            let sinks = [InMemorySink(), InMemorySink()]
            server.forgetCalls()
            try await access.audio().read(song, into: sinks[0])
            song.sources = ["home"]
            song.audioURL = "http://other.example/rest/stream.view?id=s0"
            try await access.audio().read(song, into: sinks[1])
            for sink in sinks { #expect(await sink.bytes == Data(count: 10)) }
            #expect(server.calls.isEmpty)
        }
    }
}

extension MusicServerAccess {
    /// Leaves songs of other sources to `other`; the stub returns ten bytes.
    func audio(otherwise other: any AudioRepository = AudioRepositoryStub()) -> SubsonicAudioRepository {
        SubsonicAudioRepository(
            sources: sources, connections, clock: ContinuousClock(), now: { Fetcher.now },
            otherwise: other)
    }

    func artwork() -> SubsonicArtworkRepository {
        SubsonicArtworkRepository(
            sources: sources, connections, clock: ContinuousClock(), now: { Fetcher.now },
            otherwise: NoArtwork())
    }
}

private func jsonError(_ code: String) -> ScriptedResponse {
    .json(#"{"subsonic-response":{"status":"failed","error":{\#(code)"message":"gone"}}}"#)
}

private func xmlError(_ code: String) -> ScriptedResponse {
    let text = """
        <?xml version="1.0"?><subsonic-response xmlns="http://subsonic.org/restapi" status="failed">
        <error \(code) message="gone"/></subsonic-response>
        """
    return .document(Data(text.utf8), type: "text/xml")
}

/// Returns no artwork.
private struct NoArtwork: ArtworkRepository {
    func artwork(of music: Music) async throws -> ArtworkImage? { nil }
}
