import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

@Suite("The list of duplicates")
struct DuplicatesDataSourceTests {
    private static let recording = SharedContent.recording(MusicBrainzID(SIMD16(repeating: 1)))

    private static func song(_ id: UInt64, _ title: String, _ contents: Set<SharedContent>) -> SharedSong {
        SharedSong(Music(id: MusicID(id), title: title, artist: "David Bowie"), contents)
    }

    private func rows(_ songs: [SharedSong]) async throws -> [DuplicateCellModel] {
        let usecase = GetDuplicatesUsecase(repository: DuplicateRepositoryStub(songs), listener: .anyone)
        return try await DuplicatesDataSource(getDuplicates: usecase).list()
    }

    @Test("has a heading and a number for each group")
    func namesGroups() async throws {
        let rows = try await rows([
            Self.song(1, "Fame", [.audio("x")]), Self.song(2, "Fame", [.audio("x")]),
            Self.song(3, "Changes", [Self.recording]), Self.song(4, "Changes (live)", [Self.recording]),
            Self.song(5, "Low", [Self.recording, .download([1])]), Self.song(6, "Low", [.download([1])]),
        ])
        #expect(rows.map(\.number) == [1, 1, 1, 1, 2, 2])
        #expect(
            Set(rows.map(\.heading)) == [
                "1. “Changes”: 4 songs, the same recording and audio", "2. “Fame”: 2 songs, the same audio",
            ])
        let first = try #require(rows.first)
        #expect(first.value(of: .group) == .integer(1) && first.value(of: .shared) == .list(["recording", "audio"]))
        #expect(first.value(of: .music(.title)) == .text("Changes"))
        #expect(rows.last?.value(of: .shared) == .list(["audio"]))
    }

    @Test(
        "names the file of a song with the folders that distinguish it, or its sources",
        arguments: [
            (["file:///me/The%20Best/Fame.flac", "file:///Fame.flac"], ["The Best/Fame.flac", "Fame.flac"]),
            (["file:///a/Low/1.flac", "file:///b/Low/1.flac"], ["a/Low/1.flac", "b/Low/1.flac"]),
            (["file:///Low/1.flac", "file:///b/Low/1.flac"], ["Low/1.flac", "b/Low/1.flac"]),
            (["file:///Low/1.flac", "file:///Low/1.flac"], ["Low/1.flac", "Low/1.flac"]),
            (["https://example.org/1", "file:///b/Low/1.flac"], ["home, radio", "Low/1.flac"]),
        ])
    func namesFiles(addresses: [String], texts: [String]) async throws {
        let songs = addresses.enumerated().map { index, address in
            var song = Self.song(UInt64(index), "Fame", [.audio("x")])
            (song.music.audioURL, song.music.sources) = (address, ["home", "radio"])
            return song
        }
        let rows = try await rows(songs)
        #expect(rows.sorted { $0.song.id.value < $1.song.id.value }.map(\.originText) == texts)
    }

    @Test("its keys begin with the group, and include those of music")
    func hasKeys() {
        #expect(DuplicateField.allCases.map(\.rawValue).prefix(4) == ["group", "shared", "id", "title"])
        for field in DuplicateField.allCases + DuplicateField.requestedOnly {
            #expect(DuplicateField(rawValue: field.rawValue)?.rawValue == field.rawValue)
        }
        #expect(DuplicateField(rawValue: "lyrics") == nil)
        #expect(DuplicateCellModel.table.emptyText.commandLine == "No duplicates were found.")
    }
}
