import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The tables of rows")
struct TableTests {
    private let music = Music.changes(isBookmarked: true)

    @Test("a row of music shows id, marks, title, artist, album and duration")
    func showsMusic() {
        let marks = MusicMarks(isBookmarked: true, isDownloaded: false, isExplicit: false)
        let cells: [TableCell] = [
            .plain("1a2b3c4d5e"), .marks(marks), .plain("Changes"), .plain("David Bowie"), .plain("Hunky Dory"),
            .plain("3:37"), .plain(""),
        ]
        #expect(MusicCellModel.table.cells.map { $0(MusicCellModel(music)) } == cells)
        #expect(TrackCellModel.table.cells.map { $0(TrackCellModel(music)) } == cells)
    }

    @Test("ratings have a column in wide tables, on request, and after a change", arguments: [119, 120])
    func showsRatings(width: Int) {
        var rated = music
        rated.rating = .two
        let row = MusicCellModel(rated)
        let isShown = MusicCellModel.table.columns.placed(in: width).contains { $0.column.heading == "Rating" }
        #expect(isShown == (width == 120))
        #expect(MusicCellModel.table.cells.last?(row) == .plain("★★☆☆☆"))
        let requested = MusicCellModel.table.showing([.title, .rating])
        #expect(requested.columns.placed(in: 40).map(\.column.heading) == ["Title", "Rating"])
        #expect(MusicCellModel.ratedTable.columns.placed(in: 60).contains { $0.column.heading == "Rating" })
    }

    @Test(
        "the time of a row is its download's progress until the download has ended",
        arguments: [
            (DownloadState.notDownloaded, "3:37"), (.waiting, "waiting"), (.downloading(fraction: 0.45), "45 %"),
            (.failed(.status(404)), "failed"), (.downloaded, "3:37"),
        ])
    func showsProgress(state: DownloadState, text: String) {
        #expect(TrackCellModel.table.cells[5](TrackCellModel(music, download: state)) == .plain(text))
        let isDownloaded = MusicMarks(isBookmarked: true, isDownloaded: state == .downloaded, isExplicit: false)
        #expect(TrackCellModel.table.cells[1](TrackCellModel(music, download: state)) == .marks(isDownloaded))
    }

    @Test("a playlist shows name, count, missing songs and source")
    func showsPlaylist() {
        let row = PlaylistCellModel(Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3, missing: 1))
        #expect(
            PlaylistCellModel.table.cells.map { $0(row) }
                == ["Glam", "3 songs", "1 not in the library", "radio"].map(TableCell.plain))
    }

    @Test("a download shows its music, size and state")
    func showsDownload() {
        let row = DownloadCellModel(Download(music: music, state: .waiting, received: 0, length: 5_000), for: .user)
        let marks = MusicMarks(isBookmarked: true, isDownloaded: false, isExplicit: false)
        #expect(
            DownloadCellModel.table.cells.map { $0(row) } == [
                .plain("1a2b3c4d5e"), .marks(marks), .plain("Changes"), .plain("David Bowie"),
                .plain("0 bytes of 5.0 kB"), .plain("waiting"),
            ])
        let issue = DownloadIssueCellModel(DownloadIssue(.missing, file: "a.mp3", music: MusicID(1)))
        #expect(
            DownloadIssueCellModel.table.cells.map { $0(issue) } == [.plain("a.mp3"), .paragraph(issue.text)])
    }

    @Test("a source shows name, kind, count, age and address")
    func showsSource() {
        let date = Date(timeIntervalSince1970: 0)
        let source = Source(name: "home", kind: "http", address: "http://a", added: date, count: 2)
        #expect(
            SourceCellModel.table.cells.map { $0(SourceCellModel(source, now: date)) }
                == ["home", "http", "2 songs", "never", "http://a"].map(TableCell.plain))
    }

    @Test("a done to-do shows its number and its title struck through")
    func showsToDo() {
        let row = ToDoCellModel(ToDo(number: 7, item: ToDoItem(title: "Low"), isDone: true), style: .american)
        #expect(
            ToDoCellModel.table.cells.map { $0(row) }
                == [.plain("7"), .text(StyledText("Low", isStruckThrough: true)), .plain(""), .plain("")])
    }

    @Test("only ids are to be typed in commands; numbers and sizes are aligned to the end")
    func stylesColumns() {
        let tables = [
            MusicCellModel.table.columns, TrackCellModel.table.columns, ArtistCellModel.table.columns,
            DownloadCellModel.table.columns, DownloadIssueCellModel.table.columns, PlaylistCellModel.table.columns,
            SourceCellModel.table.columns, SyncResultCellModel.table.columns, ToDoCellModel.table.columns,
            ToDoImportModel.table.columns,
        ]
        for column in tables.joined() {
            #expect(column.isCommandID == (column.heading == "ID"))
            #expect((column.alignment == .trailing) == ["Time", "Songs", "Size", "N"].contains(column.heading))
        }
    }

    @Test("each list has its text for the case of no rows")
    func hasEmptyText() {
        #expect(MusicCellModel.table.emptyText == .music && PlaylistCellModel.table.emptyText == .playlists())
        #expect(DownloadCellModel.table.emptyText == .downloads && ToDoCellModel.table.emptyText == .toDos(nil))
        #expect(SourceCellModel.table.emptyText == .sources && SyncResultCellModel.table.emptyText == .sources)
        #expect(ArtistCellModel.table.emptyText == .none && ToDoImportModel.table.emptyText == .none)
        #expect(MusicCellModel.table.whenEmpty(.downloads).emptyText == .downloads)
        #expect(MusicCellModel.table.whenEmpty(.downloads).columns == MusicCellModel.table.columns)
    }

    @Test("ids, numbers and times are dim, since people read the other columns first")
    func dimsKeys() {
        let tables = [
            MusicCellModel.table.columns, TrackCellModel.table.columns, DownloadCellModel.table.columns,
            ArtistCellModel.table.columns, ToDoCellModel.table.columns, QueueCellModel.table.columns,
            HistoryCellModel.table.columns, UndoableChangeCellModel.table.columns, PlaylistCellModel.table.columns,
            SourceCellModel.table.columns,
        ]
        #expect(
            tables.map { $0.filter(\.isDim).map(\.heading) } == [
                ["ID"], ["ID"], ["ID"], ["ID"], ["N"], ["No.", "Time"], ["Played", "ID"], ["Made"], [], [],
            ])
    }

    private let row = MusicCellModel(.changes(isBookmarked: true))

    @Test("shows the columns of the keys, in their order")
    func choosesColumns() {
        let table = MusicCellModel.table.showing([.artist, .duration, .title])
        #expect(table.columns.map(\.heading) == ["Artist", "Time", "Title"])
        #expect(table.cells.map { $0(row) } == ["David Bowie", "3:37", "Changes"].map(TableCell.plain))
    }

    @Test("shows the value of a key that has no column as text")
    func showsOtherKeys() {
        let table = MusicCellModel.table.showing([.bookmarked, .explicit, .source])
        #expect(table.columns.map(\.heading) == ["Bookmarked", "Explicit", "Source"])
        #expect(table.cells[0](row) == .plain("yes"))
    }

    @Test("numbers, flags, days and times get columns that fit them")
    func fitsValues() {
        let columns = MusicCellModel.table.showing([.popularity, .bookmarked, .released, .added, .source]).columns
        #expect(columns.map(\.width) == [.fixed(11), .fixed(10), .fixed(10), .fixed(20), .share(2)])
        #expect(columns.map(\.alignment) == [.trailing, .leading, .leading, .leading, .leading])
    }

    @Test("a number is rounded to six decimals")
    func roundsNumbers() {
        let coordinate = Coordinate(latitude: 37.566_535_04, longitude: -126.977_969_2)
        let location = Location(name: "Seoul", coordinate: coordinate)
        let toDo = ToDo(number: 1, item: ToDoItem(title: "Low", location: location))
        let cells = ToDoCellModel.table.showing([.latitude, .longitude]).cells
        let row = ToDoCellModel(toDo, style: .american)
        #expect(cells.map { $0(row) } == ["37.566535", "-126.977969"].map(TableCell.plain))
    }

    @Test("a column's kind is that of its values")
    func knowsKinds() {
        let date = Date(timeIntervalSince1970: 0)
        var music = Music.changes()
        music.popularity = 0.5
        music.added = date
        expectKinds(MusicCellModel(music), MusicCellModel.table)
        expectKinds(ArtistCellModel.track(TrackCellModel(music)), ArtistCellModel.table)
        let playlist = Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3, missing: 1)
        expectKinds(PlaylistCellModel(playlist), PlaylistCellModel.table)
        expectKinds(ArtistCellModel.playlist(PlaylistCellModel(playlist)), ArtistCellModel.table)
        let download = Download(music: music, state: .downloading(fraction: 0.5), received: 1, length: 2)
        expectKinds(DownloadCellModel(download, for: .user), DownloadCellModel.table)
        let source = Source(name: "home", kind: "http", address: "http://a", added: date, count: 2)
        expectKinds(SourceCellModel(source, now: date), SourceCellModel.table)
        expectKinds(ToDoCellModel(ToDo(number: 7, item: ToDoItem(title: "Low")), style: .american), ToDoCellModel.table)
    }

    @Test("texts become shorter first, and no requested column is dropped", arguments: 1...200)
    func keepsColumns(width: Int) throws {
        let columns = MusicCellModel.table.showing([.title, .artist, .duration, .released, .source, .bookmarked])
            .columns
        let placed = columns.placed(in: width)
        #expect(placed.map(\.column) == columns)
        #expect(zip(placed, placed.dropFirst()).allSatisfy { $0.start + $0.width + 2 == $1.start })
        let last = try #require(placed.last)
        #expect(last.start + last.width == max(width, 55))
        #expect([2, 3, 5].map { placed[$0].width } == [8, 10, 10])
        if width <= 55 { #expect([0, 1, 4].map { placed[$0].width } == [5, 6, 6]) }
    }

    @Test("requested columns past an edge are cut off there")
    func cutsAtEdge() {
        let placed = MusicCellModel.table.showing([.title, .artist, .duration, .added]).columns.placed(in: 20)
        #expect(placed.map(\.start) == [0, 7, 15, 25])
        #expect(placed.cut(to: 20).map(\.start) == [0, 7, 15])
        #expect(placed.cut(to: 20).map(\.width) == [5, 6, 5])
        #expect(placed.cut(to: 15).map(\.width) == [5, 6])
        #expect(placed.cut(to: 45) == placed)
    }

    @Test("a day and a time have their full width on any terminal")
    func keepsTimes() {
        let columns = MusicCellModel.table.showing([.added, .released]).columns
        #expect(columns.placed(in: 15).map(\.width) == [20, 10])
        #expect(columns.dropLast().placed(in: 15).map(\.width) == [20])
    }

    @Test("every table finds its columns by the keys of its rows")
    func knowsKeys() {
        func keyed<Row: RowModel>(_ table: TableModel<Row>) -> [String] {
            let keys = Set(Row.Field.allCases.map(\.rawValue))
            return table.columns.map(\.key).filter(keys.contains)
        }
        #expect(keyed(ToDoCellModel.table) == ["number", "title", "place", "due"])
        #expect(keyed(SourceCellModel.table) == ["name", "kind", "count", "refreshed", "address"])
        #expect(keyed(PlaylistCellModel.table) == ["name", "count", "missing", "source"])
        #expect(keyed(DownloadCellModel.table) == ["id", "title", "artist", "state"])
        #expect(keyed(ArtistCellModel.table) == ["id", "title", "duration"])
    }

    /// Expects trailing alignment for numbers, and flags as wide as their heading.
    private func expectKinds<Row: RowModel>(_ row: Row, _ table: TableModel<Row>) {
        for field in Row.Field.allCases where !table.columns.contains(where: { $0.key == field.rawValue }) {
            let column = table.showing([field]).columns[0]
            switch row.value(of: field) {
            case .integer, .number: #expect(column.alignment == .trailing, "\(field)")
            case .flag: #expect(column.width == .fixed(column.heading.count), "\(field)")
            case .text(let text) where text.hasPrefix("1970-"): #expect(column.width == .fixed(20), "\(field)")
            case .text, .local, .list, .objects: #expect(column.width == .share(2), "\(field)")
            case .none: break
            }
        }
    }

    @Test("fixed columns have their width and shares divide the rest")
    func dividesWidth() {
        let placed = MusicCellModel.table.columns.placed(in: 100)
        #expect(placed.map(\.column.heading) == ["ID", "", "Title", "Artist", "Album", "Time"])
        #expect(placed.map(\.width) == [10, 3, 31, 19, 19, 8])
        #expect(placed.map(\.start) == [0, 12, 17, 50, 71, 92])
        #expect(placed.map(\.index) == [0, 1, 2, 3, 4, 5])
    }

    @Test(
        "each column that fits beside more important columns is shown",
        arguments: [
            (86, ["ID", "", "Title", "Artist", "Album", "Time"]), (85, ["ID", "", "Title", "Artist", "Time"]),
            (69, ["ID", "", "Title", "Artist", "Time"]), (68, ["ID", "", "Title", "Time"]),
            (52, ["ID", "", "Title", "Time"]), (51, ["", "Title", "Time"]), (40, ["", "Title", "Time"]),
            (39, ["", "Title"]), (30, ["", "Title"]), (29, ["Title"]), (1, ["Title"]),
        ])
    func dropsByPriority(width: Int, headings: [String]) {
        #expect(MusicCellModel.table.columns.placed(in: width).map(\.column.heading) == headings)
    }

    @Test("a column that is too wide makes room for a narrow one of lower priority")
    func showsNarrowColumns() {
        let placed = ArtistCellModel.table.columns.placed(in: 46, showsCommandIDs: false)
        #expect(placed.map(\.column.heading) == ["", "Title", "Time"])
        #expect(placed.map(\.start) == [0, 10, 38])
    }

    @Test(
        "each table has an order of its own in which columns give way",
        arguments: [
            (MusicCellModel.table.columns, ["Rating", "Album", "Artist", "ID", "Time", "", "Title"]),
            (ArtistCellModel.table.columns, ["Time", "About", "ID", "", "Title"]),
            (PlaylistCellModel.table.columns, ["Missing", "Source", "Songs", "Name"]),
            (DownloadCellModel.table.columns, ["", "Artist", "ID", "Size", "State", "Title"]),
            (DownloadIssueCellModel.table.columns, ["Issue", "File"]),
            (SourceCellModel.table.columns, ["Kind", "Songs", "Updated", "Address", "Name"]),
            (SyncResultCellModel.table.columns, ["Changes", "Source", "Result"]),
            (ToDoCellModel.table.columns, ["Place", "Date", "N", "Title"]),
            (QueueCellModel.table.columns, ["Time", "No.", "Artist", "", "Title"]),
            (HistoryCellModel.table.columns, ["Played", "ID", "Artist", "Title"]),
            (LyricLineCellModel.table.columns, ["Time", "", "Text"]),
            (UndoableChangeCellModel.table.columns, ["Made", "Change"]),
            (ExportModel.table.columns, ["Count", "Written"]), (ImportModel.table.columns, ["Result", "Import"]),
            (LibraryFindingCellModel.table.columns, ["Damage", "Finding"]),
            (LibraryRepairCellModel.table.columns, ["Probably damaged", "Not readable", "Read", "Content"]),
        ])
    func dropsInOrder(columns: [TableColumn], order: [String]) {
        #expect(columns.sorted { $0.priority < $1.priority }.map(\.heading) == order)
        #expect(columns.placed(in: 1).map(\.column.heading) == order.suffix(1))
    }

    @Test(
        "a table that just fits shows all its columns",
        arguments: [
            (QueueCellModel.table.columns, 51, [1, 5, 20, 10, 7]),
            (HistoryCellModel.table.columns, 61, [15, 20, 10, 10]),
            (LyricLineCellModel.table.columns, 17, [1, 7, 5]), (ImportModel.table.columns, 25, [18, 5]),
            (LibraryFindingCellModel.table.columns, 17, [10, 5]), (UndoableChangeCellModel.table.columns, 22, [15, 5]),
        ])
    func fitsColumns(columns: [TableColumn], width: Int, widths: [Int]) {
        #expect(columns.placed(in: width).map(\.width) == widths)
    }

    @Test("no table is wider than asked for, and its last column ends at the edge", arguments: 1...200)
    func endsAtEdge(width: Int) throws {
        let tables = [
            MusicCellModel.table.columns, ArtistCellModel.table.columns, PlaylistCellModel.table.columns,
            DownloadCellModel.table.columns, DownloadIssueCellModel.table.columns, SourceCellModel.table.columns,
            SyncResultCellModel.table.columns, ToDoCellModel.table.columns, ToDoImportModel.table.columns,
        ]
        for columns in tables {
            let placed = columns.placed(in: width)
            let last = try #require(placed.last)
            let hasShare = placed.contains { if case .share = $0.column.width { true } else { false } }
            #expect(hasShare ? last.start + last.width == width : last.start + last.width <= width)
            #expect(placed.allSatisfy { $0.width > 0 })
            #expect(zip(placed, placed.dropFirst()).allSatisfy { $0.start + $0.width + 2 == $1.start })
        }
    }

    @Test("every table of 80 columns shows all but its least important column")
    func fitsEighty() {
        #expect(ArtistCellModel.table.columns.placed(in: 69).count == 5)
        #expect(PlaylistCellModel.table.columns.placed(in: 80).count == 4)
        #expect(DownloadCellModel.table.columns.placed(in: 80).count == 5)
        #expect(SourceCellModel.table.columns.placed(in: 70).count == 5)
        #expect(ToDoCellModel.table.columns.placed(in: 76).count == 4)
    }

    @Test("a table without a command line has no column of ids")
    func hidesCommandIDs() {
        let placed = MusicCellModel.table.columns.placed(in: 80, showsCommandIDs: false)
        #expect(placed.map(\.column.heading) == ["", "Title", "Artist", "Album", "Time"])
        #expect(placed.map(\.index) == [1, 2, 3, 4, 5])
        #expect(ToDoCellModel.table.columns.placed(in: 80, showsCommandIDs: false).count == 4)
    }

    @Test("keys are in the given order, each once")
    func preservesOrder() throws {
        #expect(try MusicField.list("title,id,title") == [.title, .id])
    }

    @Test("spaces around a key are ignored")
    func ignoresSpaces() throws {
        #expect(try MusicField.list(" title , artist") == [.title, .artist])
    }

    @Test("an unknown key is an error with the known keys", arguments: ["singer", "", "ID"])
    func refusesUnknownKey(name: String) {
        let error = #expect(throws: UnknownField.self) { try MusicField.list("title," + name) }
        #expect(error == UnknownField(name: name, known: Self.known))
    }

    @Test("keys that are printed only on request are known, and are no default keys")
    func knowsRequestedKeys() throws {
        #expect(try MusicField.list("track,disc,year,genre,lyrics") == [.track, .disc, .year, .genre, .lyrics])
        #expect(try MusicField.list("albumArtist,album") == [.albumArtist, .album])
        #expect(!MusicField.allCases.contains { MusicField.requestedOnly.contains($0) })
        #expect(try SongField.list("track,records") == [.music(.track), .records])
        #expect(try ArtistField.list("year") == [.music(.year)])
        #expect(throws: UnknownField.self) { try ArtistField.list("lyrics") }
    }

    private static let known = (MusicField.allCases + MusicField.requestedOnly).map(\.rawValue)

    @Test("the default order of a row of music is that of the specification")
    func hasDefaultOrder() {
        let keys = MusicField.allCases.map(\.rawValue).joined(separator: ",")
        let documented =
            "id,title,artist,album,duration,artwork,audio,bookmarked,downloaded,explicit,popularity,"
            + "released,added,source,sources,plays,played,rating"
        #expect(keys == documented)
    }
}
