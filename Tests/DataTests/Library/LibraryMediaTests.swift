import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing
import TestTraits

@Suite("Media of another library")
struct LibraryMediaTests {
    private let id = MusicID(0x1234)
    private let content = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })

    @Test("reads a file of the other library, and continues a part of the same version")
    func readsFile() async throws {
        let path = URL(filePath: try TemporaryFolder().path("song.flac"))
        try content.write(to: path)
        let files = StoredAudioRepositoryStub { _ in
            StoredAudio(
                AudioProperties(length: Int64(content.count), version: "1"), path: nil,
                file: try FileHandle(forReadingFrom: path))
        }
        try await with(files: files) { kind, song in
            let stored = kind.files(otherwise: StoredAudioRepositoryStub { _ in nil })
            #expect(try await stored.audio(of: song)?.properties.version == "1")
            let audio = kind.audio(otherwise: AudioRepositoryStub())
            let sink = InMemorySink()
            try await audio.read(song, into: sink)
            #expect(await sink.bytes == content)
            #expect(await sink.starts.map(\.total) == [Int64(content.count)])
            for (version, offset) in [("1", 100), ("2", 0)] {
                let sink = InMemorySink(content.prefix(100), version: version)
                try await audio.read(song, into: sink)
                #expect(await sink.bytes == content)
                #expect(await sink.starts.map(\.offset) == [Int64(offset)])
            }
        }
    }

    @Test("reads audio that a source of the other library sends, and continues it")
    func readsSource() async throws {
        let remote = FakeAudioRepository([id: content])
        remote.change { $0.pieceSize = 50_000 }
        try await with(audio: remote) { kind, song in
            #expect(try await kind.files(otherwise: StoredAudioRepositoryStub { _ in nil }).audio(of: song) == nil)
            let audio = kind.audio(otherwise: AudioRepositoryStub())
            let sink = InMemorySink()
            try await audio.read(song, into: sink)
            #expect(await sink.bytes == content)
            let part = InMemorySink(content.prefix(100_000), version: "1")
            try await audio.read(song, into: part)
            #expect(await part.bytes == content)
            #expect(await part.starts.map(\.offset) == [100_000])
        }
    }

    @Test("reads other addresses elsewhere, and only libraries that are sources")
    func refusesOthers() async throws {
        try await with { kind, song in
            var other = song
            other.audioURL = "https://example.org/1.mp3"
            let sink = InMemorySink()
            try await kind.audio(otherwise: AudioRepositoryStub()).read(other, into: sink)
            #expect(await sink.bytes.count == 10)
            for sources in [[], ["shop"]] {
                var foreign = song
                foreign.sources = sources
                await #expect(throws: SourceFailure(.noAudio, address: song.title)) {
                    try await kind.audio(otherwise: AudioRepositoryStub()).read(foreign, into: InMemorySink())
                }
                await #expect(throws: SourceFailure.self) {
                    try await kind.artwork(otherwise: Artwork()).artwork(of: foreign)
                }
            }
            var unknown = song
            unknown.audioURL = "library:0000000000000001"
            await #expect(throws: SourceFailure(.noAudio, address: song.title)) {
                try await kind.audio(otherwise: AudioRepositoryStub()).read(unknown, into: InMemorySink())
            }
        }
    }

    @Test("reads artwork of the other library; nil for a song without any")
    func readsArtwork() async throws {
        try await with(artwork: Artwork()) { kind, song in
            let artwork = kind.artwork(otherwise: SharedLibrary.NoArtwork())
            let found = try await artwork.artwork(of: song)
            #expect(found == Artwork.image)
            var without = song
            without.artworkURL = nil
            let missing = try await artwork.artwork(of: without)
            #expect(missing == nil)
        }
    }

    private struct Artwork: ArtworkRepository {
        static let image = ArtworkImage(format: .png, bytes: Data([1, 2, 3]))
        func artwork(of music: Music) async throws -> ArtworkImage? { Self.image }
    }

    /// Runs a body with the kind and a song of the source `family`, a library with one song.
    private func with(
        audio: any AudioRepository = FakeAudioRepository(),
        files: any StoredAudioRepository = StoredAudioRepositoryStub { _ in nil },
        artwork: any ArtworkRepository = SharedLibrary.NoArtwork(),
        _ body: (LibraryKind, Music) async throws -> Void
    ) async throws {
        let (own, other) = (try TestLibrary(), try await TestLibrary.sample())
        try await own.sources.add(.library(at: other.path))
        let music = MusicRepositoryStub([Music(id: id, title: "One", audioURL: "https://example.org/1.flac")])
        let kind = LibraryKind(of: own.sources, at: own.path) { _ in
            .of(other, music: music, audio: audio, files: files, artwork: artwork)
        }
        let song = Music(
            id: MusicID(1), title: "One", artworkURL: "library:\(id)", audioURL: "library:\(id)/audio.flac",
            sources: ["family"])
        try await body(kind, song)
    }
}
