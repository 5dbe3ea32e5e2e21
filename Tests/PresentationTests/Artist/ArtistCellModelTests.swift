import FermataDomain
import FermataPresentation
import Testing

@Suite("The rows of an artist's page")
struct ArtistCellModelTests {
    private let list = PlaylistCellModel(
        Playlist(id: PlaylistID(1), name: "Glam\nrock", source: "radio", count: 1_200, missing: 2),
        artistSongCount: 3)
    private let related = RelatedArtistCellModel(
        RelatedArtist(artist: Artist(name: "Björk", trackCount: 1), sharedPlaylists: 2, closeness: 7))

    @Test("a related artist shows name, count and shared playlists")
    func showsRelatedArtist() {
        #expect([related.name, related.countText, related.sharedText] == ["Björk", "1 song", "2 shared playlists"])
    }

    @Test("each row reads as one sentence")
    func readsAsSentence() {
        let message = MessageCellModel(.offline, of: .table, "Offline.\nNo route.")
        #expect(
            [list.accessibilityLabel, related.accessibilityLabel, message.accessibilityLabel] == [
                "Glam rock, playlist of radio, 1,200 songs, 3 by this artist, 2 not in the library",
                "Björk, related artist, 1 song, 2 shared playlists", "Offline. No route.",
            ])
    }

    @Test("a row keeps its id while its content changes, and kinds of rows differ")
    func keepsID() {
        let one = Music(id: MusicID(1), title: "1")
        let track = ArtistCellModel.track(TrackCellModel(one))
        #expect(track.id == ArtistCellModel.track(TrackCellModel(one, download: .waiting)).id)
        #expect(track.id != ArtistCellModel.playlist(list).id)
        let messages = MessageCellModel.Part.allCases.flatMap { part in
            MessageCellModel.Kind.allCases.map { ArtistCellModel.message($0, of: part, "") }
        }
        #expect(Set(messages.map(\.id)).count == 25)
    }

    @Test("offline and errors are problems, other messages are not")
    func reportsProblems() {
        let problems = MessageCellModel.Kind.allCases.filter { MessageCellModel($0, of: .table, "").isProblem }
        #expect(problems == [.offline, .error])
    }

    private let music = Music(id: MusicID(7), title: "Perfect", album: "÷", duration: .seconds(263), isBookmarked: true)

    @Test("a track shows its id, marks, title, album and duration")
    func showsTrack() {
        let marks = MusicMarks(isBookmarked: true, isDownloaded: false, isExplicit: false)
        #expect(
            cells(.track(TrackCellModel(music)))
                == [.plain(music.id.short), .marks(marks), .plain("Perfect"), .plain("÷"), .plain("4:23")])
    }

    @Test("a track shows its download instead of its album until the download has ended")
    func showsDownload() {
        let states: [(DownloadState, String)] = [
            (.waiting, "waiting"), (.downloading(fraction: 0.5), "50 %"), (.failed(.other("gone")), "failed: gone"),
            (.downloaded, "÷"), (.notDownloaded, "÷"),
        ]
        for (state, text) in states {
            #expect(cells(.track(TrackCellModel(music, download: state)))[3] == .plain(text))
        }
    }

    @Test("an album shows id, name, year, songs and duration, and the artist of another's")
    func showsAlbum() {
        let texts = ["1234567890", "album", "Lodger", "1979, 12 songs", "1:02:03"]
        #expect(cells(.album(AlbumCellModel(.lodger))) == texts.map(TableCell.plain))
        let guest = ArtistCellModel.album(AlbumCellModel(.lodger, isAppearance: true))
        #expect(guest.detailText == "David Bowie, 1979, 12 songs")
    }

    @Test("each kind of row has a heading, and a message that of its part")
    func hasHeadings() {
        let rows: [ArtistCellModel] = [
            .album(AlbumCellModel(.lodger)), .album(AlbumCellModel(.lodger, isAppearance: true)),
            .track(TrackCellModel(music)), .playlist(list), .relatedArtist(related),
            .message(.more, of: .albums, ""), .message(.empty, of: .tracks, ""), .message(.loading, of: .table, ""),
        ]
        #expect(
            rows.map(\.sectionTitle)
                == ["Albums", "Appears on", "Songs", "Playlists", "Related artists", "Albums", "Songs", nil])
    }

    @Test("playlists and related artists show their kind, name and counts")
    func showsRelatedContent() {
        let playlist = Playlist(id: PlaylistID(1), name: "Pop", source: "radio", count: 30)
        #expect(
            cells(.playlist(PlaylistCellModel(playlist, artistSongCount: 2)))
                == ["", "playlist", "Pop", "30 songs, 2 by this artist", ""].map(TableCell.plain))
        let related = RelatedArtist(
            artist: Artist(name: "Kygo", trackCount: 1), sharedPlaylists: 16, closeness: 1)
        #expect(
            cells(.relatedArtist(RelatedArtistCellModel(related)))
                == ["", "related", "Kygo", "1 song, 16 shared playlists", ""].map(TableCell.plain))
    }

    @Test("a message shows its text only")
    func showsMessage() {
        let message = MessageCellModel(.loading, of: .table, "Loading…")
        #expect(
            cells(.message(message)) == [.plain(""), .plain(""), .paragraph("Loading…"), .plain(""), .plain("")])
    }

    private func cells(_ row: ArtistCellModel) -> [TableCell] { ArtistCellModel.table.cells.map { $0(row) } }

    @Test("the keys are those of a row of music and of the other kinds of rows")
    func listsKeys() throws {
        let keys = ArtistField.allCases.map(\.rawValue)
        #expect(keys == ["kind"] + MusicField.allCases.map(\.rawValue) + ["state", "count", "shared", "missing"])
        #expect(try ArtistField.list("state,title") == [.state, .music(.title)])
        let known = keys + ["albumArtist", "disc", "track", "year", "genre"]
        #expect(throws: UnknownField(name: "name", known: known)) { try ArtistField.list("name") }
    }

    @Test("a track has the values of a row of music and the state of its download")
    func hasTrackValues() {
        let music = Music.changes(explicit: .explicit, isBookmarked: true)
        let values = ArtistField.allCases.map(ArtistCellModel.track(TrackCellModel(music)).value)
        let expected = [.text("track")] + MusicField.allCases.map(MusicCellModel(music).value)
        #expect(values == expected + [.text("not downloaded"), .none, .none, .none])
    }

    @Test("the state of the download overrides the music's mark")
    func overridesDownloaded() {
        let waiting = ArtistCellModel.track(TrackCellModel(.changes(isDownloaded: true), download: .waiting))
        #expect(waiting.value(of: .music(.downloaded)) == .flag(false))
        #expect(waiting.value(of: .state) == .text("waiting"))
        let downloaded = ArtistCellModel.track(TrackCellModel(.changes(), download: .downloaded))
        #expect(downloaded.value(of: .music(.downloaded)) == .flag(true))
    }

    @Test("albums, playlists, related artists and messages have a title, and null elsewhere")
    func hasOtherValues() {
        #expect(
            values(.album(AlbumCellModel(.lodger))) == [
                "kind": .text("album"), "id": .text("1234567890abcdef"), "title": .text("Lodger"),
                "artist": .text("David Bowie"), "album": .text("Lodger"), "duration": .integer(3_723),
                "explicit": .text("explicit"), "released": .text("1979-05"), "added": .text("2026-01-02T03:04:05Z"),
                "plays": .integer(3), "played": .text("2026-01-03T03:04:05Z"), "count": .integer(12),
            ])
        let list = Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3, missing: 1)
        #expect(
            values(.playlist(PlaylistCellModel(list, artistSongCount: 2))) == [
                "kind": .text("playlist"), "id": .text("0000000000000001"), "title": .text("Glam"),
                "source": .text("radio"), "sources": .list(["radio"]), "count": .integer(3), "shared": .integer(2),
                "missing": .integer(1),
            ])
        #expect(
            values(.relatedArtist(RelatedArtistCellModel(RelatedSample.related[0]))) == [
                "kind": .text("relatedArtist"), "title": .text("Björk"), "count": .integer(1), "shared": .integer(2),
            ])
        #expect(
            values(.message(.more, of: .tracks, "and 1 more track")) == [
                "kind": .text("message"), "title": .text("and 1 more track"), "state": .text("more"),
            ])
    }

    /// The values of a row by key, without `none`.
    private func values(_ row: ArtistCellModel) -> [String: FieldValue] {
        let pairs = ArtistField.allCases.map { ($0.rawValue, row.value(of: $0)) }
        return Dictionary(uniqueKeysWithValues: pairs).filter { $0.value != .none }
    }
}
