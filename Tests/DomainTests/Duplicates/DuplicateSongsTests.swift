import FermataContracts
import FermataDomain
import Testing

@Suite("Duplicates")
struct DuplicateSongsTests {
    private static func song(
        _ id: UInt64, _ title: String, artist: String = "", _ explicit: ExplicitStatus = .unknown,
        sharing contents: Set<SharedContent>
    ) -> SharedSong {
        SharedSong(Music(id: MusicID(id), title: title, artist: artist, explicit: explicit), contents)
    }

    private static let recording = SharedContent.recording(MusicBrainzID(SIMD16(repeating: 1)))

    @Test("songs with a content of their own only are none")
    func needSharedContent() {
        let songs = [Self.song(1, "Fame", sharing: [.audio("a")]), Self.song(2, "Fame", sharing: [.audio("b")])]
        #expect(DuplicateSongs.groups(of: songs).isEmpty)
        #expect(DuplicateSongs.groups(of: []).isEmpty)
    }

    @Test("songs that share contents with others are one group, whatever these are")
    func joinsGroups() {
        let songs = [
            Self.song(1, "d", sharing: [.audio("x")]), Self.song(2, "c", sharing: [.download([1])]),
            Self.song(3, "b", sharing: [Self.recording, .audio("x")]), Self.song(4, "a", sharing: [Self.recording]),
            Self.song(5, "e", sharing: [.download([1])]), Self.song(6, "f", sharing: [.download([2])]),
        ]
        let groups = DuplicateSongs.groups(of: songs)
        #expect(groups.map { $0.songs.map(\.title) } == [["a", "b", "d"], ["c", "e"]])
        #expect(groups.map(\.isSameRecording) == [true, false])
        #expect(groups.map(\.isSameAudio) == [true, true])
    }

    @Test("groups follow the titles of their first songs, songs their albums")
    func ordersGroups() {
        let songs = [
            Self.song(1, "The Zoo", artist: "Bob", sharing: [.audio("x")]),
            Self.song(2, "apple", artist: "Cy", sharing: [.audio("y")]),
            Self.song(3, "Banana", artist: "Ann", sharing: [.audio("x")]),
            Self.song(4, "Cherry", artist: "Cy", sharing: [.audio("y")]),
        ]
        let groups = DuplicateSongs.groups(of: songs)
        #expect(groups.map { $0.songs.map(\.title) } == [["apple", "Cherry"], ["Banana", "The Zoo"]])
    }

    @Test("the songs that a young listener may not see are none")
    func hidesExplicitSongs() async throws {
        let songs = [
            Self.song(1, "Fame", sharing: [.audio("x")]), Self.song(2, "Fame", .explicit, sharing: [.audio("x")]),
        ]
        for (age, count) in [(12, 0), (nil, 1)] {
            let usecase = GetDuplicatesUsecase(
                repository: DuplicateRepositoryStub(songs), listener: Listener(age: age))
            #expect(try await usecase.execute().count == count)
        }
    }
}
