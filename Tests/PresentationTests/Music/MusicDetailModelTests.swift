import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The detail screen of some music")
struct MusicDetailModelTests {
    private let complete = Music(
        id: MusicID(1), title: "Changes", artist: "David Bowie", album: "Hunky Dory", duration: .seconds(217), disc: 1,
        track: 2, genre: "Rock", artworkURL: "http://a/art", audioURL: "http://a/audio", explicit: .clean,
        popularity: 80.5, released: ReleaseDate("1971-12-17"), added: Date(timeIntervalSince1970: 86_400 * 366),
        sources: ["home", "radio"], isBookmarked: true, isDownloaded: true)

    @Test("every known value has a line as a person reads it")
    func showsKnownValues() {
        #expect(
            lines(TrackCellModel(complete)) == [
                "id 0000000000000001", "title Changes", "artist David Bowie", "album Hunky Dory", "disc 1", "track 2",
                "genre Rock", "duration 3:37", "released 12/17/1971", "popularity 80.5", "explicit no",
                "bookmarked yes", "downloaded yes", "added 01/01/1971", "source home, radio", "artwork http://a/art",
                "audio http://a/audio",
            ])
    }

    @Test("each of several sources has a line; pages show no path in it")
    func showsRecords() {
        let records = [("home", ExplicitStatus.clean, "http://a/audio"), ("disk", .unknown, "file:///disk/1.mp3")].map {
            MusicRecordModel(
                MusicRecord(
                    source: $0, title: "Changes", artist: "David Bowie", album: "", duration: .seconds(217),
                    explicit: $1, audioURL: $2))
        }
        let detail = MusicDetailModel(TrackCellModel(complete), records: records, style: .american)
        #expect(
            detail.lines.suffix(2).map { "\($0.label) \($0.text)" } == [
                "record home: Changes · David Bowie · 3:37 · clean · http://a/audio",
                "record disk: Changes · David Bowie · 3:37 · file:///disk/1.mp3",
            ])
        #expect(
            detail.pageLines.suffix(2).map { "\($0.label) \($0.text)" } == [
                "Record home: Changes · David Bowie · 3:37 · clean · http://a/audio",
                "Record disk: Changes · David Bowie · 3:37",
            ])
        let one = MusicDetailModel(TrackCellModel(complete), records: [records[0]], style: .american)
        #expect(!one.lines.contains { $0.label == "record" })
    }

    @Test("unknown values have no line")
    func omitsUnknownValues() {
        let music = Music(id: MusicID(1), title: "Changes")
        #expect(
            lines(TrackCellModel(music)) == ["id 0000000000000001", "title Changes", "bookmarked no", "downloaded no"])
    }

    @Test(
        "a release date is as exact as it is known",
        arguments: [("1971", "1971"), ("1971-12", "December 1971"), ("1971-02-03", "02/03/1971"), ("0987", "987")])
    func showsReleaseDate(date: String, text: String) {
        var music = complete
        music.released = ReleaseDate(date)
        #expect(MusicDetailModel(TrackCellModel(music), style: .american).text(of: .released) == text)
    }

    @Test("a date of addition is in the user's format and time zone")
    func usesDateStyle() throws {
        let zone = try #require(TimeZone(identifier: "Pacific/Pago_Pago"))
        let locale = Locale(identifier: "de_DE")
        let style = DateStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: zone)
        let detail = MusicDetailModel(TrackCellModel(complete), style: style)
        #expect(detail.text(of: .added) == "01.01.1971" && detail.text(of: .released) == "17.12.1971")
    }

    @Test(
        "a download shows its progress until it has ended",
        arguments: [
            (DownloadState.notDownloaded, "no"), (.waiting, "waiting"), (.downloading(fraction: 0.5), "50 %"),
            (.failed(.status(404)), "failed: the server returned 404 Not Found"), (.downloaded, "yes"),
        ])
    func showsDownload(state: DownloadState, text: String) {
        let detail = MusicDetailModel(TrackCellModel(complete, download: state), style: .american)
        #expect(detail.text(of: .downloaded) == text)
    }

    @Test("explicit music and integral popularity are shown plainly")
    func showsFlags() {
        var music = complete
        (music.explicit, music.popularity) = (.explicit, 80)
        let detail = MusicDetailModel(TrackCellModel(music), style: .american)
        #expect(detail.text(of: .explicit) == "yes" && detail.text(of: .popularity) == "80")
    }

    @Test("the page capitalises labels and links the artist, the album and the genre")
    func linksArtistAlbumAndGenre() {
        let lines = MusicDetailModel(TrackCellModel(complete), style: .american).pageLines
        #expect(lines.first?.label == "Id" && lines.count == 17)
        #expect(
            lines.filter { $0.address != nil }.map { "\($0.label) \($0.text) \($0.address?.description ?? "")" } == [
                "Artist David Bowie /artists/David%20Bowie",
                "Album Hunky Dory /music/0000000000000001/album",
                "Genre Rock /albums?genre=Rock",
            ])
    }

    private func lines(_ track: TrackCellModel) -> [String] {
        MusicDetailModel(track, style: .american).lines.map { "\($0.label) \($0.text)" }
    }
}
