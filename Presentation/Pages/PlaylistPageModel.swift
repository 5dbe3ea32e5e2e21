public import FermataDomain

/// The texts with which pages make and change the library's own playlists.
public enum PlaylistEditingModel {
    /// The button of a row, an album, an artist or a playlist that adds its songs to a playlist.
    public static let add = "Add to playlist…"
    /// The title of the choice of a playlist, and what it offers below the playlists.
    public static let choice = "Add to a playlist"
    public static let new = "New playlist"
    public static let name = "Name"
    /// The items in the menu of a song of an own playlist.
    public static let moveUp = "Move up"
    public static let moveDown = "Move down"
    public static let remove = "Remove from playlist"
    /// The button beside the message about a change.
    public static let undo = "Undo"
}

/// A button that opens a form with a name, and the request that the form sends.
public struct PlaylistFormModel: Equatable, Sendable {
    public enum Purpose: String, Sendable {
        case new, rename, copy
    }

    public let purpose: Purpose
    /// The name in the field.
    public let name: String
    public let method: ActionModel.Method
    public let target: PageAddress

    /// The form of a new playlist.
    public static let new = PlaylistFormModel(purpose: .new, name: "", method: .post, target: .api("/playlists"))

    /// The button that opens the form.
    public var title: String {
        switch purpose {
        case .new: PlaylistEditingModel.new
        case .rename: "Rename…"
        case .copy: "Copy…"
        }
    }

    /// The button that sends the form.
    public var buttonTitle: String {
        switch purpose {
        case .new: "Create"
        case .rename: "Rename"
        case .copy: "Copy"
        }
    }
}

/// The page of a playlist, and the changes that it offers.
public struct PlaylistPageModel: Equatable, Sendable {
    private let row: PlaylistCellModel
    public let list: ListPageModel

    public init(_ row: PlaylistCellModel, window: Window) {
        (self.row, list) = (row, ListPageModel.playlist(row, window: window))
    }

    public var address: PageAddress { .playlist(row.id) }

    /// The address of requests that change its songs; nil unless people choose them.
    public var songs: PageAddress? { row.hasOwnSongs ? .api("/playlists/\(row.id)/music") : nil }

    /// A playlist of a source can only be copied.
    public var forms: [PlaylistFormModel] {
        let path = "/playlists/\(row.id)"
        let rename = PlaylistFormModel(purpose: .rename, name: row.name, method: .patch, target: .api(path))
        let copy = PlaylistFormModel(purpose: .copy, name: row.name, method: .post, target: .api("\(path)/copy"))
        return row.isOwn ? [rename, copy] : [copy]
    }

    /// The question, the button that deletes it, and the message after that; nil for a playlist of a source.
    public var deletion: (question: String, action: ActionModel, doneText: String)? {
        guard row.isOwn else { return nil }
        let model = PlaylistDeletionModel(row)
        return (
            model.question, ActionModel("Delete", .remove, .delete, .api("/playlists/\(row.id)")), model.deletedText
        )
    }

    /// Its songs, which a button adds to a playlist; nil for an own playlist, which can be copied.
    public var collection: SongCollectionModel? { row.hasOwnSongs ? nil : .playlist(row.id) }
}

/// The songs that a button adds to a playlist.
public enum SongCollectionModel: Equatable, Sendable {
    case song(MusicID)
    case album(AlbumID)
    case artist(String)
    case playlist(PlaylistID)

    /// The member of a request's body that names them.
    public var member: String {
        switch self {
        case .song: "music"
        case .album: "album"
        case .artist: "artist"
        case .playlist: "playlist"
        }
    }

    /// The value of the member.
    public var value: String {
        switch self {
        case .song(let id): id.description
        case .album(let id): id.description
        case .artist(let name): name
        case .playlist(let id): id.description
        }
    }
}

/// The place of a song in an own playlist, and the moves that its row offers.
public struct PlaylistEntryModel: Equatable, Sendable {
    public let canMoveUp, canMoveDown: Bool

    /// `index` counts from 0.
    public init(index: Int, of count: Int?) {
        (canMoveUp, canMoveDown) = (index > 0, index + 1 < count ?? .max)
    }
}

/// The texts of the selection of several rows.
public enum SelectionModel {
    /// The button that starts the selection, and the one that ends it.
    public static let start = "Select"
    public static let end = "Done"
    public static let title = "Selection"
    /// The number of rows: `{count}` stands for it.
    public static let count = "{count} selected"
    /// How many rows can be selected.
    public static let limit = 1_000
    public static let limitText = "Select at most \(CountText.grouped(limit)) rows."
    public static let remove = "Remove"
    /// The message after songs were removed from the queue.
    public static let removed = "Removed from the queue."

    /// The message after songs and albums were bookmarked: `Bookmarked 3 songs and 1 album.`
    package static func bookmarkedText(songs: Int, albums: Int) -> String {
        let counts = [(songs, "song"), (albums, "album")].filter { $0.0 > 0 }.map { CountText($0.0, $0.1).text }
        return "Bookmarked \(counts.joined(separator: " and "))."
    }

    /// The check box of a row.
    public static func label(of name: String) -> String { "Select \(name)" }
}
