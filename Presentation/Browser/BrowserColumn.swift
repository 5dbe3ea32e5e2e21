/// A column of a list: what it is called, and how much room it has.
package struct BrowserColumn: Equatable, Sendable {
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
    static func columns(of source: BrowserSource) -> [BrowserColumn] {
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
        BrowserColumn(heading: "", width: .fixed(3), minimumWidth: 20),
        BrowserColumn(heading: "Title", width: .share(5)),
        BrowserColumn(heading: "Artist", width: .share(4), minimumWidth: 40),
        BrowserColumn(heading: "Album", width: .share(4), minimumWidth: 100),
        BrowserColumn(heading: "Time", width: .fixed(8), isTrailing: true, minimumWidth: 30),
    ]

    private static let playlists = [
        BrowserColumn(heading: "Name", width: .share(5)),
        BrowserColumn(heading: "Songs", width: .fixed(13), isTrailing: true, minimumWidth: 40),
        BrowserColumn(heading: "Missing", width: .fixed(24), minimumWidth: 90),
        BrowserColumn(heading: "Source", width: .share(2), minimumWidth: 60),
    ]

    private static let artist = [
        BrowserColumn(heading: "", width: .fixed(8), minimumWidth: 30),
        BrowserColumn(heading: "Title", width: .share(5)),
        BrowserColumn(heading: "About", width: .share(4), minimumWidth: 50),
        BrowserColumn(heading: "Time", width: .fixed(8), isTrailing: true, minimumWidth: 40),
    ]

    private static let downloads = [
        BrowserColumn(heading: "", width: .fixed(3), minimumWidth: 20),
        BrowserColumn(heading: "Title", width: .share(4)),
        BrowserColumn(heading: "Artist", width: .share(2), minimumWidth: 60),
        BrowserColumn(heading: "Size", width: .fixed(16), isTrailing: true, minimumWidth: 50),
        BrowserColumn(heading: "State", width: .share(3), minimumWidth: 30),
    ]

    private static let toDos = [
        BrowserColumn(heading: "N", width: .fixed(5), isTrailing: true, minimumWidth: 30),
        BrowserColumn(heading: "Title", width: .share(5)),
        BrowserColumn(heading: "Place", width: .share(3), minimumWidth: 50),
        BrowserColumn(heading: "Date", width: .fixed(12), minimumWidth: 40),
    ]
}
