package import FermataPresentation

/// A column of a table: where it stands and what it shows of a row.
package struct TableColumn<Row: RowModel>: Sendable {
    package enum Width: Equatable, Sendable {
        case fixed(Int)
        /// A part of what the fixed columns leave, next to the parts of the others.
        case share(Int)
    }

    package let heading: String
    package let width: Width
    package var alignment = CellText.Alignment.leading
    package var isDim = false
    /// The column is left out of a narrower table.
    package var minimumTableWidth = 0
    /// Which rows show the column's text struck through; nil where none does.
    package var isStruckThrough: (@Sendable (Row) -> Bool)?
    package let text: @Sendable (Row) -> String
}

extension TableColumn where Row == MusicCellModel {
    package static var music: [TableColumn] {
        [
            TableColumn(heading: "ID", width: .fixed(10), isDim: true, text: \.shortID),
            TableColumn(heading: "", width: .fixed(3)) { MusicMarks.text(of: $0) },
            TableColumn(heading: "Title", width: .share(5), text: \.title),
            TableColumn(heading: "Artist", width: .share(3), text: \.artist),
            TableColumn(heading: "Album", width: .share(3), minimumTableWidth: 100, text: \.album),
            TableColumn(heading: "Time", width: .fixed(8), alignment: .trailing, text: \.durationText),
        ]
    }
}

extension TableColumn where Row == SyncResultCellModel {
    package static var refreshes: [TableColumn] {
        [
            TableColumn(heading: "Source", width: .share(2), text: \.source),
            TableColumn(heading: "Result", width: .fixed(10), text: \.result),
            TableColumn(heading: "Changes", width: .share(4), text: \.changesText),
        ]
    }
}

extension TableColumn where Row == SourceCellModel {
    package static var sources: [TableColumn] {
        [
            TableColumn(heading: "Name", width: .share(2), text: \.name),
            TableColumn(heading: "Kind", width: .fixed(8), text: \.kind),
            TableColumn(heading: "Songs", width: .fixed(15), alignment: .trailing, text: \.countText),
            TableColumn(heading: "Updated", width: .fixed(14), text: \.ageText),
            TableColumn(heading: "Address", width: .share(3), text: \.address),
        ]
    }
}
