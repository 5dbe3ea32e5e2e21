import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The columns that a person chooses")
struct ChosenColumnsTests {
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
}
