/// A column of a list: what it is called, and how much room it has.
package struct TUIColumn: Equatable, Sendable {
    package enum Width: Equatable, Sendable {
        case fixed(Int)
        /// A part of what the fixed columns leave, next to the parts of the others.
        case share(Int)
    }

    package let heading: String
    package let width: Width
    package var isTrailing = false
    /// The column is left out of a narrower list.
    package var minimumWidth = 0

    /// The columns of a source that has rows.
    static func columns(of source: TUISource) -> [TUIColumn] {
        switch source {
        case .music, .playlist: music
        case .playlists: playlists
        case .downloads: downloads
        case .toDos: toDos
        case .artist: artist
        case .musicDetail, .toDoDetail, .help: []
        }
    }

    private static let music = [
        TUIColumn(heading: "", width: .fixed(3), minimumWidth: 20),
        TUIColumn(heading: "Title", width: .share(5)),
        TUIColumn(heading: "Artist", width: .share(4), minimumWidth: 40),
        TUIColumn(heading: "Album", width: .share(4), minimumWidth: 100),
        TUIColumn(heading: "Time", width: .fixed(8), isTrailing: true, minimumWidth: 30),
    ]

    private static let playlists = [
        TUIColumn(heading: "Name", width: .share(5)),
        TUIColumn(heading: "Songs", width: .fixed(13), isTrailing: true, minimumWidth: 40),
        TUIColumn(heading: "Missing", width: .fixed(24), minimumWidth: 90),
        TUIColumn(heading: "Source", width: .share(2), minimumWidth: 60),
    ]

    private static let artist = [
        TUIColumn(heading: "", width: .fixed(8), minimumWidth: 30),
        TUIColumn(heading: "Title", width: .share(5)),
        TUIColumn(heading: "About", width: .share(4), minimumWidth: 50),
        TUIColumn(heading: "Time", width: .fixed(8), isTrailing: true, minimumWidth: 40),
    ]

    private static let downloads = [
        TUIColumn(heading: "", width: .fixed(3), minimumWidth: 20),
        TUIColumn(heading: "Title", width: .share(4)),
        TUIColumn(heading: "Artist", width: .share(2), minimumWidth: 60),
        TUIColumn(heading: "Size", width: .fixed(16), isTrailing: true, minimumWidth: 50),
        TUIColumn(heading: "State", width: .share(3), minimumWidth: 30),
    ]

    private static let toDos = [
        TUIColumn(heading: "N", width: .fixed(5), isTrailing: true, minimumWidth: 30),
        TUIColumn(heading: "Title", width: .share(5)),
        TUIColumn(heading: "Place", width: .share(3), minimumWidth: 50),
        TUIColumn(heading: "Date", width: .fixed(12), minimumWidth: 40),
    ]
}
