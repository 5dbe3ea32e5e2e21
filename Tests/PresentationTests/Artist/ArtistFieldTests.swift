import FermataDomain
import FermataPresentation
import Testing

@Suite("The keys of a row of an artist's page")
struct ArtistFieldTests {
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

    @Test("playlists, related artists and messages have a title, and null elsewhere")
    func hasOtherValues() {
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
