import FermataDomain
import Testing

@Suite("Who is related to an artist")
struct RelatedArtistsTests {
    @Test("whoever shares a playlist is, and nobody else")
    func shared() {
        let playlists = [songs("Abba", "Björk"), songs("Björk", "Cher"), songs("Abba", "Dido")]
        #expect(related("Abba", playlists).map(\.artist.name) == ["Björk", "Dido"])
        #expect(related("Cher", playlists).map(\.artist.name) == ["Björk"])
        #expect(related("Enya", playlists).isEmpty)
        #expect(related("Abba", []).isEmpty)
    }

    @Test(
        "a playlist of n artists weighs 1,000,000,000 / (n - 1), rounded down",
        arguments: [(2, 1_000_000_000), (3, 500_000_000), (4, 333_333_333), (8, 142_857_142), (31, 33_333_333)])
    func weight(artists: Int, weight: Int) {
        let playlist = (1...artists).map { music("Artist \($0)") }
        let found = related("Artist 1", [playlist])
        #expect(found.count == artists - 1)
        #expect(found.allSatisfy { $0.closeness == weight && $0.sharedPlaylists == 1 })
    }

    @Test("the weights of all shared playlists are summed up, each rounded by itself")
    func sum() {
        let four = songs("Abba", "Björk", "Cher", "Dido")
        let found = related("Abba", [four, four, four, songs("Abba", "Björk"), songs("Björk", "Cher")])
        #expect(found.map(\.artist.name) == ["Björk", "Cher", "Dido"])
        #expect(found.map(\.closeness) == [1_999_999_999, 999_999_999, 999_999_999])
        #expect(found.map(\.sharedPlaylists) == [4, 3, 3])
    }

    @Test("an artist counts once in a playlist, however much music is theirs in it")
    func once() {
        let found = related("Abba", [songs("Abba", "Abba", "Björk", "Björk", "Björk", "Cher")])
        #expect(found.map(\.closeness) == [500_000_000, 500_000_000])
        #expect(found.map(\.sharedPlaylists) == [1, 1])
    }

    @Test("of those as close, who shares more playlists comes first, then by name")
    func order() {
        let playlists = [
            songs("Abba", "Dido"), songs("Abba", "Cher"),
            songs("Abba", "Björk", "Enya"), songs("Abba", "Björk", "Enya"),
        ]
        let found = related("Abba", playlists)
        #expect(found.map(\.closeness) == Array(repeating: 1_000_000_000, count: 4))
        #expect(found.map(\.artist.name) == ["Björk", "Enya", "Cher", "Dido"])
    }

    @Test("names of symbols only are compared as they are, and come last")
    func symbols() {
        let found = related("Abba", [songs("!!!", "Abba", "?", "!", "가")])
        #expect(found.map(\.artist.name) == ["가", "!", "!!!", "?"])
        #expect(related("!!!", [songs("!!!", "?"), songs("?", "!")]).map(\.artist.name) == ["?"])
    }

    @Test("music without an artist counts for nothing")
    func nameless() {
        #expect(related("Abba", [songs("Abba", "", "Björk")]).map(\.closeness) == [1_000_000_000])
        #expect(related("Abba", [songs("Abba", "")]).isEmpty)
        #expect(related("", [songs("Abba", ""), songs("", "Björk")]).isEmpty)
    }

    @Test("names that compare equal are one artist, called as most of all their music writes it")
    func names() {
        let playlists = [songs("Abba", "Bjork"), songs("ABBA", "björk"), songs("abba", "Bjork", "BJÖRK")]
        let all = playlists.flatMap { $0 } + songs("BJÖRK", "BJÖRK", "BJÖRK", "Cher")
        let found = RelatedArtists.related(to: "aBBa!", playlists: playlists, among: all)
        #expect(found.map(\.artist) == [Artist(name: "BJÖRK", trackCount: 7)])
        #expect(found.map(\.sharedPlaylists) == [3])
        #expect(found.map(\.closeness) == [3_000_000_000])
    }

    private func related(_ artist: String, _ playlists: [[Music]]) -> [RelatedArtist] {
        RelatedArtists.related(to: artist, playlists: playlists, among: playlists.flatMap { $0 })
    }

    private func songs(_ artists: String...) -> [Music] { artists.map(music) }

    private func music(_ artist: String) -> Music { Music(id: MusicID(1), title: "Song", artist: artist) }
}
