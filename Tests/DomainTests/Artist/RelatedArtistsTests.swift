import FermataDomain
import Testing

@Suite("Related artists")
struct RelatedArtistsTests {
    @Test("relates artists who share a playlist, and no others")
    func relatesArtistsOfSharedPlaylists() {
        let playlists = [songs("Abba", "Björk"), songs("Björk", "Cher"), songs("Abba", "Dido")]
        #expect(related("Abba", playlists).map(\.artist.name) == ["Björk", "Dido"])
        #expect(related("Cher", playlists).map(\.artist.name) == ["Björk"])
        #expect(related("Enya", playlists).isEmpty)
        #expect(related("Abba", []).isEmpty)
    }

    @Test(
        "gives a playlist of n artists the weight 1,000,000,000 / (n - 1), rounded down",
        arguments: [(2, 1_000_000_000), (3, 500_000_000), (4, 333_333_333), (8, 142_857_142), (31, 33_333_333)])
    func weighsPlaylist(artists: Int, weight: Int) {
        let playlist = (1...artists).map { music("Artist \($0)") }
        let found = related("Artist 1", [playlist])
        #expect(found.count == artists - 1)
        #expect(found.allSatisfy { $0.closeness == weight && $0.sharedPlaylists == 1 })
    }

    @Test("sums the rounded weights of all shared playlists")
    func sumsWeights() {
        let four = songs("Abba", "Björk", "Cher", "Dido")
        let found = related("Abba", [four, four, four, songs("Abba", "Björk"), songs("Björk", "Cher")])
        #expect(found.map(\.artist.name) == ["Björk", "Cher", "Dido"])
        #expect(found.map(\.closeness) == [1_999_999_999, 999_999_999, 999_999_999])
        #expect(found.map(\.sharedPlaylists) == [4, 3, 3])
    }

    @Test("counts an artist once per playlist")
    func countsArtistOncePerPlaylist() {
        let found = related("Abba", [songs("Abba", "Abba", "Björk", "Björk", "Björk", "Cher")])
        #expect(found.map(\.closeness) == [500_000_000, 500_000_000])
        #expect(found.map(\.sharedPlaylists) == [1, 1])
    }

    @Test("orders equally close artists by shared playlists, then by name")
    func ordersByPlaylistsThenName() {
        let playlists = [
            songs("Abba", "Dido"), songs("Abba", "Cher"),
            songs("Abba", "Björk", "Enya"), songs("Abba", "Björk", "Enya"),
        ]
        let found = related("Abba", playlists)
        #expect(found.map(\.closeness) == Array(repeating: 1_000_000_000, count: 4))
        #expect(found.map(\.artist.name) == ["Björk", "Enya", "Cher", "Dido"])
    }

    @Test("compares symbol names exactly and puts them last")
    func comparesSymbolsExactly() {
        let found = related("Abba", [songs("!!!", "Abba", "?", "!", "가")])
        #expect(found.map(\.artist.name) == ["가", "!", "!!!", "?"])
        #expect(related("!!!", [songs("!!!", "?"), songs("?", "!")]).map(\.artist.name) == ["?"])
    }

    @Test("ignores music without an artist")
    func ignoresNamelessMusic() {
        #expect(related("Abba", [songs("Abba", "", "Björk")]).map(\.closeness) == [1_000_000_000])
        #expect(related("Abba", [songs("Abba", "")]).isEmpty)
        #expect(related("", [songs("Abba", ""), songs("", "Björk")]).isEmpty)
    }

    @Test("treats equal names as one artist with the most frequent spelling")
    func mergesEqualNames() {
        let playlists = [songs("Abba", "Bjork"), songs("ABBA", "björk"), songs("abba", "Bjork", "BJÖRK")]
        let all = playlists.flatMap { $0 } + songs("BJÖRK", "BJÖRK", "BJÖRK", "Cher")
        let found = RelatedArtists.related(to: "aBBa!", playlists: playlists, among: all)
        #expect(found.map(\.artist) == [Artist(name: "BJÖRK", trackCount: 7)])
        #expect(found.map(\.sharedPlaylists) == [3])
        #expect(found.map(\.closeness) == [3_000_000_000])
    }

    @Test("counts a song of several artists for each of them")
    func countsEachSingleArtist() {
        var both = music("Abba & Björk")
        both.artists = ["Abba", "Björk"]
        let playlists = [[both] + songs("Cher"), songs("Abba", "Dido")]
        let found = related("Abba", playlists)
        #expect(found.map(\.artist.name) == ["Dido", "Abba & Björk", "Björk", "Cher"])
        #expect(found.map(\.closeness) == [1_000_000_000, 333_333_333, 333_333_333, 333_333_333])
        #expect(related("Björk", playlists).map(\.artist.trackCount) == [2, 1, 1])
    }

    private func related(_ artist: String, _ playlists: [[Music]]) -> [RelatedArtist] {
        RelatedArtists.related(to: artist, playlists: playlists, among: playlists.flatMap { $0 })
    }

    private func songs(_ artists: String...) -> [Music] { artists.map(music) }

    private func music(_ artist: String) -> Music { Music(id: MusicID(1), title: "Song", artist: artist) }
}
