import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The row of an album")
struct AlbumCellModelTests {
    @Test("shows name, artist, year, songs, discs and duration")
    func showsTexts() {
        let row = AlbumCellModel(.lodger)
        #expect([row.name, row.artist, row.yearText, row.countText] == ["Lodger", "David Bowie", "1979", "12 songs"])
        #expect([row.discsText, row.durationText, row.shortID] == ["2 discs", "1:02:03", "1234567890"])
        #expect(row.isExplicit && row.isBookmarked && row.artwork == MusicID(7))
        #expect(row.summaryText == "David Bowie, 1979, 2 discs, 12 songs, 1:02:03")
        #expect(row.detailText == "1979, 12 songs" && row.yearAndCountText == row.detailText)
        let guest = AlbumCellModel(.lodger, isAppearance: true)
        #expect(guest.detailText == "David Bowie, 1979, 12 songs" && guest.yearAndCountText == "1979, 12 songs")
    }

    @Test("reads as one sentence, without unknown values")
    func readsAsSentence() {
        let sentence =
            "Lodger by David Bowie, 1979, 2 discs, 12 songs, 1 hour 2 minutes 3 seconds, explicit, bookmarked"
        #expect(AlbumCellModel(.lodger).accessibilityLabel == sentence)
        let unknown = AlbumCellModel(Album(id: AlbumID(1), name: "A\nB", songCount: 1))
        #expect(unknown.accessibilityLabel == "A B, 1 song")
        #expect([unknown.yearText, unknown.discsText, unknown.durationText] == ["", "", ""])
        #expect(unknown.summaryText == "1 song" && unknown.artwork == nil && !unknown.isBookmarked)
    }

    @Test("has a column for each text")
    func hasColumns() {
        let marks = MusicMarks(isBookmarked: true, isDownloaded: false, isExplicit: true)
        let cells = AlbumCellModel.table.cells.map { $0(AlbumCellModel(.lodger)) }
        let texts = ["Lodger", "David Bowie", "1979", "12", "1:02:03", "★★★★☆"].map(TableCell.plain)
        #expect(cells == [.plain("1234567890"), .marks(marks)] + texts)
        let narrow = AlbumCellModel.table.columns.placed(in: 60, showsCommandIDs: false).map(\.column.heading)
        #expect(narrow == ["", "Name", "Artist", "Year", "Songs"])
    }

    @Test("has a value for each key, and null for unknown ones")
    func hasValues() {
        let values = AlbumField.allCases.map(AlbumCellModel(.lodger).value)
        #expect(
            values == [
                .text("1234567890abcdef"), .text("Lodger"), .text("David Bowie"), .integer(1979), .text("1979-05"),
                .list(["art rock", "pop"]), .integer(2), .integer(12), .integer(3_723), .text("explicit"),
                .text("0000000000000007"), .text("2026-01-02T03:04:05Z"), .integer(3), .text("2026-01-03T03:04:05Z"),
                .flag(true), .integer(4),
            ])
        let unknown = AlbumCellModel(Album(id: AlbumID(1), name: "A", added: Date(timeIntervalSince1970: 0)))
        let missing = AlbumField.allCases.filter { unknown.value(of: $0) == .none }
        #expect(missing == [.artist, .year, .released, .artwork, .played, .rating])
    }

    @Test("a list without rows says what is missing and what to do next")
    func describesEmptyLists() {
        #expect(EmptyListText.albums(AlbumQuery(text: "a\tb")).tui == "No album matches “a b”.")
        #expect(EmptyListText.albums(AlbumQuery(text: "year:x")).web.hasPrefix("No album matches “year:x”. “x” is not"))
        #expect(EmptyListText.albums(AlbumQuery(artist: "Low")).web == "No album of “Low” was found.")
        #expect(EmptyListText.albums(AlbumQuery(bookmarkedOnly: true)).web == "No album is bookmarked yet.")
        let empty = EmptyListText.albums(AlbumQuery())
        #expect(empty.commandLine == "There are no albums yet. Songs that name their album make one: fermata sync")
        #expect(empty.web == "There are no albums yet. Songs that name their album make one.")
    }

    @Test("each order has a name, and the random one a seed", arguments: AlbumOrderKey.allCases)
    func namesOrders(key: AlbumOrderKey) {
        #expect(key.order(seed: 7) == key.order(seed: 8) || key == .random)
        #expect(AlbumOrderKey.random.order(seed: 7) == .random(seed: 7))
    }

    @Test("a problem of an album lists the candidates with their artists")
    func describesProblems() {
        let albums = [Album(id: AlbumID(1), name: "Hits", artist: "Queen"), Album(id: AlbumID(2), name: "Hits")]
        let problem = ProblemModel(AlbumError.ambiguousName("hits", candidates: albums))
        #expect(problem.candidates.map(\.text) == ["0000000000000001  Hits – Queen", "0000000000000002  Hits"])
        #expect(problem.candidates.first?.subject == .album(AlbumID(1)))
        #expect(problem.sentence == "Several albums’ names contain “hits”.")
        let close = ProblemModel(AlbumError.notFound("hots", close: albums), for: .webClient)
        #expect(close.text == "No album has the id “hots”. Close names are:" && close.candidates.count == 2)
        let links = ProblemPageModel(close, status: 404).candidates
        #expect(links.first?.address.description == "/albums/0000000000000001")
        let unknown = ProblemModel(AlbumError.notFound("x"))
        #expect(unknown.text.hasSuffix("or a name that contains it. Find names with: fermata albums WORDS"))
        #expect(ProblemModel(AlbumError.notFound("x"), for: .webClient).text == "No album has the id “x”.")
    }
}

extension Album {
    /// An album with every value.
    static let lodger = Album(
        id: AlbumID(0x1234_5678_90AB_CDEF), name: "Lodger", artist: "David Bowie",
        released: ReleaseDate(year: 1979, month: 5), genres: ["art rock", "pop"], discCount: 2, songCount: 12,
        duration: .seconds(3_723), explicit: .explicit, artwork: MusicID(7),
        added: Date(timeIntervalSince1970: 1_767_323_045), plays: 3,
        lastPlayed: Date(timeIntervalSince1970: 1_767_409_445),
        annotations: SubjectAnnotations(isBookmarked: true, rating: .four))
}
