import FermataDomain
import Testing

@Suite("Limits of texts from sources")
struct TextLimitsTests {
    private static let long = String(repeating: "x", count: TextLimits.name + 1)
    private static let cut = String(repeating: "x", count: TextLimits.name - 4) + "…"

    @Test(
        "cuts a text between two characters, and adds an ellipsis",
        arguments: [
            ("abcdefgh", "abcdefgh"), ("abcdefghi", "abcd…"), ("abcd사랑", "abc…"), ("a사랑사", "a…"),
            ("abc🇰🇷🇰🇷", "ab…"), ("abe\u{301}\u{301}\u{301}", "ab…"), ("a\u{301}\u{301}\u{301}\u{301}", "…"),
        ])
    func cutsText(text: String, expected: String) {
        #expect(text.cut(to: 8) == expected)
    }

    @Test("cuts the texts of a song, and says so")
    func cutsSong() {
        let songs = [
            RemoteMusic(key: "1", title: Self.long), RemoteMusic(key: "1", title: "a", artist: Self.long),
            RemoteMusic(key: "1", title: "a", album: Self.long), RemoteMusic(key: "1", title: "a", genre: Self.long),
            RemoteMusic(key: "1", title: "a", albumArtist: Self.long),
        ]
        let expected = songs.map { [$0.title, $0.artist, $0.album, $0.albumArtist, $0.genre ?? ""].max() }
        #expect(expected == Array(repeating: Self.cut, count: 5))
        #expect(songs.map(\.isShortened) == Array(repeating: true, count: 5))
        let fitting = RemoteMusic(key: "1", title: String(Self.long.dropLast()))
        #expect(fitting.title.utf8.count == TextLimits.name && !fitting.isShortened)
    }

    @Test("cuts lyrics, and drops addresses that are too long")
    func limitsLyricsAndAddresses() {
        let address = "https://a.example/" + String(repeating: "x", count: TextLimits.address)
        let song = RemoteMusic(
            key: "1", title: "a", artworkURL: address, audioURL: address,
            lyrics: String(repeating: "la\n", count: TextLimits.lyrics))
        #expect((song.artworkURL, song.audioURL) == (nil, nil))
        #expect(song.lyrics.utf8.count <= TextLimits.lyrics && song.lyrics.hasSuffix("…") && song.isShortened)
    }

    @Test("drops lines of lyrics beyond the limit")
    func limitsLines() {
        let line = String(repeating: "x", count: TextLimits.lyrics / 4)
        let lyrics = Lyrics((1...6).map { LyricLine(time: .seconds($0), line) })
        #expect(lyrics.lines.map(\.text) == Array(repeating: line, count: 4) + ["…"])
        #expect(lyrics.lines.last?.time == .seconds(5))
    }

    @Test("cuts the name of a playlist, and the name and comment of an imported one")
    func cutsPlaylist() {
        let playlist = RemotePlaylist(key: "1", name: Self.long, songKeys: [])
        #expect((playlist.name, playlist.isShortened) == (Self.cut, true))
        let long = Playlist(
            id: PlaylistID(1), name: Self.long, origin: .own,
            comment: String(repeating: "x", count: TextLimits.message + 1))
        let imported = ExportedPlaylist(long).playlist
        #expect(imported.name == Self.cut)
        #expect(imported.comment == String(repeating: "x", count: TextLimits.message - 4) + "…")
    }
}
