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

    @Test("tells the songs of a group apart by their files or sources")
    func namesFiles() async throws {
        var songs = (1...3).map { Self.song(UInt64($0), "Fame", [.audio("x")]) }
        songs[0].music.audioURL = "file:///home/me/Music/Young%20Americans/Fame.flac"
        songs[1].music.audioURL = "file:///Fame.flac"
        (songs[2].music.audioURL, songs[2].music.sources) = ("https://example.org/1", ["home", "radio"])
        let rows = try await rows(songs)
        #expect(Set(rows.map(\.placeText)) == ["Young Americans/Fame.flac", "//Fame.flac", "home, radio"])
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
