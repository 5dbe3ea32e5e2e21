import FermataDomain
import Testing

@Suite("The song that an entry of a playlist file means")
struct SongDescriptionTests {
    private static let changes = Music(
        id: MusicID(2), title: "Changes", artist: "David Bowie", duration: .seconds(217), audioURL: "file:///a/1.mp3")
    private static let live = Music(id: MusicID(3), title: "Changes", artist: "David Bowie", duration: .seconds(220))
    private static let untimed = Music(id: MusicID(1), title: "Changes", artist: "David Bowie")
    private static let other = Music(id: MusicID(4), title: "Fame", artist: "David Bowie", audioURL: "http://a/2")
    private let music = [changes, live, untimed, other]

    private func song(
        _ addresses: [String] = [], artist: String = "david bowie", title: String = "changes!", seconds: Int? = nil
    ) -> UInt64? {
        SongDescription(
            addresses: addresses, names: [.init(artist: artist, title: title)], duration: seconds.map { .seconds($0) }
        ).song(among: music)?.id.value
    }

    @Test("is one with the first address that a song has, whatever its names are")
    func findsByAddress() {
        #expect(song(["x", "http://a/2", "file:///a/1.mp3"]) == 4)
        #expect(song(["file:///a/1.mp3"], title: "Fame", seconds: 3) == 2)
    }

    @Test("is the one with artist, title and the closest duration, unless that differs much")
    func findsByNames() {
        #expect([217, 216, 219, 222].map { song(seconds: $0) } == [2, 2, 3, 3])
        #expect(song(seconds: 215) == 2 && song(seconds: 300) == 1)
        #expect(song() == 1)
    }

    @Test("is none for another or a missing artist or title")
    func findsNone() {
        #expect(song(artist: "Bowie") == nil && song(artist: "") == nil && song(title: " ") == nil)
        #expect(SongDescription().song(among: music) == nil)
    }

    @Test("is that of the first possible names")
    func readsNamesInOrder() {
        let description = SongDescription(names: [
            .init(artist: "A", title: "B"), .init(artist: "David Bowie", title: "Fame"),
            .init(artist: "David Bowie", title: "Changes"),
        ])
        #expect(description.song(among: music)?.id.value == 4)
    }
}
