import FermataDomain

/// The columns beside the albums on a wide screen: artists on the left, and the songs of the selected album.
///
/// The albums are the page of their tab, so that they stay on a narrow screen.
struct TUIBrowser: Sendable {
    enum Column: Int, CaseIterable, Sendable {
        case artists, albums, songs

        /// The column on the left or right; nil at the edge.
        func moved(by step: Int) -> Column? { Column(rawValue: rawValue + step) }
    }

    /// The column that keys act on.
    var focus = Column.albums
    var artists: TUIPage
    /// Nil until an album is selected.
    var songs: TUIPage?
    private let songsID: Int

    /// Its pages have two ids from `firstID` on.
    init(firstID: Int) {
        artists = TUIPage(id: firstID, source: .artists(named: ""))
        songsID = firstID + 1
    }

    /// Shows the songs of an album.
    mutating func showSongs(of album: AlbumCellModel) {
        if songs == nil { songs = TUIPage(id: songsID, source: .album(album)) }
        // The same album may have another title or number of songs.
        if songs?.album?.id == album.id { songs?.source = .album(album) } else { songs?.change(to: .album(album)) }
    }

    mutating func updateAll(_ change: (inout TUIPage) -> Void) {
        change(&artists)
        if var page = songs {
            change(&page)
            songs = page
        }
    }
}

extension TUIPage {
    fileprivate var album: AlbumCellModel? { if case .album(let row) = source { row } else { nil } }
}

/// Moves between the columns.
extension TUIModel {
    /// Moves the focus to the column on the left or right, if there is one; returns whether columns are shown.
    mutating func moveFocus(by step: Int) -> Bool {
        guard showsColumns else { return false }
        if let column = browser.focus.moved(by: step) { focus(on: column) }
        return true
    }

    /// Moves the focus to the column of a pane that was clicked.
    mutating func focus(onPane index: Int) {
        let others = TUIBrowser.Column.allCases.filter { $0 != browser.focus }
        if showsColumns, others.indices.contains(index) { focus(on: others[index]) }
    }

    private mutating func focus(on column: TUIBrowser.Column) {
        guard page(of: column) != nil else { return }
        page.list?.endSelection()
        browser.focus = column
    }
}
