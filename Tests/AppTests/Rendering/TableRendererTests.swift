import FermataDomain
import FermataPresentation
import Foundation
import Testing
import FermataApp

@Suite("Rows as a table")
struct TableRendererTests {
    private let rows: [MusicCellModel] = [
        .song(1, isBookmarked: true),
        .song(
            2, title: "We Wish You A Merry Christmas", artist: "챔버오케스트라", album: "캐롤 모음", seconds: 198,
            isDownloaded: true),
        .song(
            3, title: "さくら ❤\u{FE0F} 👩\u{200D}👧", artist: "e\u{301}\u{1B}[2J", album: "", seconds: 3723,
            explicit: .explicit),
    ]

    @Test("columns align with Korean, Japanese, emoji and combining marks")
    func alignsColumns() throws {
        let text = try rendered(TableRenderer(MusicCellModel.table, style: .file), rows)
        #expect(
            text == """
                ID               Title                            Artist               Album                    Time
                0000000100  ✭    Changes                          David Bowie          Hunky Dory               3:37
                0000000200   ⤓   We Wish You A Merry Christmas    챔버오케스트라       캐롤 모음                3:18
                0000000300    E  さくら ❤\u{FE0F} 👩\u{200D}👧                     e\u{301}␛[2J                                      1:02:03

                """)
    }

    @Test("every line is as wide as the terminal", arguments: [80, 99, 100, 101, 119])
    func fillsWidth(width: Int) throws {
        let text = try rendered(TableRenderer(MusicCellModel.table, style: TableStyle(width: width)), rows)
        #expect(text.split(separator: "\n").map { DisplayWidth.of(String($0)) } == [width, width, width, width])
    }

    @Test("ratings are the last column of a wide table", arguments: [120, 173])
    func showsRatings(width: Int) throws {
        let rated: [MusicCellModel] = [.song(1, rating: .two), rows[1], rows[2]]
        let text = try rendered(TableRenderer(MusicCellModel.table, style: TableStyle(width: width)), rated)
        let lines = text.split(separator: "\n")
        #expect(lines.map { DisplayWidth.of(String($0)) } == [width, width - 1, width - 6, width - 6])
        #expect(lines[0].hasSuffix("    Time  Rating") && lines[1].hasSuffix("    3:37  ★★☆☆☆"))
    }

    @Test("a narrow table drops columns instead of wrapping", arguments: [85, 69, 68, 60, 52, 51, 20, 3, 1])
    func dropsColumns(width: Int) throws {
        let text = try rendered(TableRenderer(MusicCellModel.table, style: TableStyle(width: width)), rows)
        #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= width })
        #expect(!text.contains("Album") && text.hasPrefix("ID") == (width > 51))
        #expect(text.contains("Title") == (width > 4))
    }

    @Test("bookmarks and times stay visible at 40 columns")
    func showsMarksWhenNarrow() throws {
        let text = try rendered(TableRenderer(MusicCellModel.table, style: TableStyle(width: 40)), rows)
        #expect(
            text == """
                     Title                          Time
                ✭    Changes                        3:37
                 ⤓   We Wish You A Merry Chri…      3:18
                  E  さくら ❤\u{FE0F} 👩\u{200D}👧                1:02:03

                """)
    }

    @Test("a paragraph continues between words below its column")
    func continuesParagraphs() throws {
        let rows = [
            DownloadIssueCellModel(DownloadIssue(.missing, file: "Fame.mp3", music: MusicID(1))),
            DownloadIssueCellModel(DownloadIssue(.abandoned, file: "b", music: MusicID(2))),
        ]
        let text = try rendered(TableRenderer(DownloadIssueCellModel.table, style: TableStyle(width: 50)), rows)
        #expect(
            text == """
                File                  Issue
                Fame.mp3              The file is missing. The
                                      song is marked as not
                                      downloaded.
                b                     The file is an abandoned
                                      partial download. It was
                                      removed.

                """)
    }

    @Test("requested columns stay, if need be past the edge of the terminal")
    func showsRequestedColumns() throws {
        let table = MusicCellModel.table.showing([.title, .artist, .duration, .bookmarked, .added])
        let text = try rendered(TableRenderer(table, style: TableStyle(width: 40)), rows)
        #expect(
            text == """
                Title  Artist      Time  Bookmarked  Added
                Chan…  David…      3:37  yes         1970-01-01T00:00:00Z
                We W…  챔버…       3:18  no          1970-01-01T00:00:00Z
                さく…  e\u{301}␛[2J    1:02:03  no          1970-01-01T00:00:00Z

                """)
    }

    @Test("a cut table ends at the edge of the terminal")
    func cutsRows() throws {
        let table = MusicCellModel.table.showing([.title, .artist, .duration, .bookmarked, .added])
        let text = try rendered(TableRenderer(table, style: TableStyle(width: 40), isCut: true), rows)
        #expect(
            text == """
                Title  Artist      Time  Bookmarked  Ad…
                Chan…  David…      3:37  yes         19…
                We W…  챔버…       3:18  no          19…
                さく…  e\u{301}␛[2J    1:02:03  no          19…

                """)
    }

    @Test("a table without rows has no header")
    func printsNothing() throws {
        #expect(try rendered(TableRenderer(MusicCellModel.table, style: .file), []) == "")
    }

    @Test("colour is optional: a bold header and dim ids")
    func usesColour() throws {
        let style = TableStyle(width: 80, hasColour: true)
        let lines = try rendered(TableRenderer(MusicCellModel.table, style: style), [rows[0]])
            .split(separator: "\n")
        #expect(lines[0].hasPrefix("\u{1B}[1mID ") && lines[0].hasSuffix("Time\u{1B}[0m"))
        #expect(lines[1].hasPrefix("\u{1B}[2m0000000100\u{1B}[0m  "))
        #expect(try !rendered(TableRenderer(MusicCellModel.table, style: .file), rows).contains("\u{1B}"))
    }

    @Test("the cursor moves to the column after text of uncertain width only")
    func movesCursor() throws {
        let style = TableStyle(width: 80, hasCursor: true)
        let lines = try rendered(TableRenderer(MusicCellModel.table, style: style), rows).split(separator: "\n")
        #expect(lines.map { $0.contains("\u{1B}") } == [false, false, false, true])
        let beforeArtist = lines[3].components(separatedBy: "\u{1B}[51G")
        #expect(beforeArtist.count == 2 && DisplayWidth.of(beforeArtist[0]) == 50)
    }

    @Test("the last column has no spaces after its text")
    func trimsLastColumn() throws {
        let date = Date(timeIntervalSince1970: 0)
        let source = Source(name: "home", kind: "http", address: "http://example.com/a", added: date, count: 27_573)
        let text = try rendered(
            TableRenderer(SourceCellModel.table, style: TableStyle(width: 80)),
            [SourceCellModel(source, now: date)])
        #expect(
            text == """
                Name            Kind                Songs  Updated         Address
                home            http         27,573 songs  never           http://example.com/a

                """)
    }
}
