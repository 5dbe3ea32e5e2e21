public import FermataDomain

/// A button: its title and the API request that it sends.
public struct ActionModel: Equatable, Sendable {
    /// The method of an HTTP request.
    public enum Method: String, Sendable {
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The subject of the button, which stays the same while its action changes; the focus stays with it.
    public enum Part: Equatable, Sendable {
        case bookmark, download, check, sync, remove, toggle, next, previous
        /// Plays, moves or removes one song of the queue.
        case playEntry, playNext, moveUp, moveDown, removeEntry
        /// One of the five stars of a rating.
        case rating(Rating)

        public var name: String {
            switch self {
            case .bookmark: "bookmark"
            case .download: "download"
            case .check: "check"
            case .sync: "sync"
            case .remove: "remove"
            case .toggle: "toggle"
            case .next: "next"
            case .previous: "previous"
            case .playEntry: "play-entry"
            case .playNext: "play-next"
            case .moveUp: "move-up"
            case .moveDown: "move-down"
            case .removeEntry: "remove-entry"
            case .rating(let rating): "rating-\(rating.rawValue)"
            }
        }
    }

    public let title: String
    public let part: Part
    public let method: Method
    public let address: PageAddress
    /// The JSON that it sends; nil for a request without a body.
    public let body: String?

    init(_ title: String, _ part: Part, _ method: Method, _ address: PageAddress, body: String? = nil) {
        (self.title, self.part, self.method, self.address, self.body) = (title, part, method, address, body)
    }

    public init(_ action: MusicAction, of music: MusicID) {
        (title, body) = (action.title, nil)
        (part, method) =
            switch action {
            case .bookmark: (.bookmark, .put)
            case .removeBookmark: (.bookmark, .delete)
            case .download: (.download, .put)
            case .removeDownload: (.download, .delete)
            }
        address = .api("/music/\(music)/\(part.name)")
    }

    /// The button of a star, which is filled up to the rating. That of the rating removes it.
    ///
    /// `path` is that of the rated song, album or artist in the API.
    init(_ star: Rating, rating: Rating?, path: String) {
        let isRating = star == rating
        body = nil
        title = star.rawValue <= rating?.rawValue ?? 0 ? "★" : "☆"
        (part, method) = (.rating(star), isRating ? .delete : .put)
        address = .api("\(path)/rating").withQuery(isRating ? [] : [("stars", "\(star.rawValue)")])
    }

    /// The button that checks or unchecks a to-do.
    public init(_ row: ToDoCellModel) {
        (title, body) = (row.actionTitle, nil)
        part = .check
        address = .api("/to-dos/\(row.number)/\(part.name)")
        method = row.isDone ? .delete : .put
    }
}

extension ActionModel {
    /// A button that controls the program that plays the library's queue.
    init(_ title: String, _ command: Part) {
        self.init(title, command, .post, .api("/player/" + command.name))
    }

    static let previousSong = ActionModel(PlayerBarModel.previous, .previous)
    static let nextSong = ActionModel(PlayerBarModel.next, .next)
}

extension QueueCellModel {
    /// The button that lets the program that plays continue with this song; nil if none plays.
    package var playAction: ActionModel? {
        let address = PageAddress.api("/player/queue/\(number)/play")
        return place.map { ActionModel("\(PlayerBarModel.play) \($0)", .playEntry, .post, address) }
    }

    /// The buttons that move the song after the current one, up and down, and remove it.
    package var editActions: [ActionModel] {
        func move(_ entry: Int?, before other: Int?, _ title: String, _ part: ActionModel.Part) -> ActionModel? {
            guard let entry, let other else { return nil }
            return ActionModel(title, part, .patch, Self.address(entry), body: "{\"before\":\"\(other)\"}")
        }
        let next = ActionModel(
            PlayerBarModel.playNext, .playNext, .patch, Self.address(number), body: #"{"place":"next"}"#)
        return [
            isCurrent || neighbours.followsCurrent ? nil : next,
            move(number, before: neighbours.previous, "Move up", .moveUp),
            move(neighbours.next, before: number, "Move down", .moveDown),
            ActionModel("Remove from the queue", .removeEntry, .delete, Self.address(number)),
        ].compactMap(\.self)
    }

    private static func address(_ number: Int) -> PageAddress { .api("/player/queue/\(number)") }
}

extension MusicAction {
    /// Whether it sets or removes a bookmark.
    var isAboutBookmark: Bool { self == .bookmark || self == .removeBookmark }
}

extension [MusicAction] {
    /// The buttons of the more menu, and the one of the row's star.
    public func models(of music: MusicID) -> (all: [ActionModel], star: ActionModel?) {
        (map { ActionModel($0, of: music) }, first(where: \.isAboutBookmark).map { ActionModel($0, of: music) })
    }
}

/// One of the five buttons that rate a song, an album or an artist.
public struct RatingButtonModel: Equatable, Sendable {
    public let action: ActionModel
    /// The text for a screen reader: `4 stars`.
    public let label: String
    /// Whether its number of stars is the present rating.
    public let isPressed: Bool

    /// The buttons from one star to five. `path` is that of the rated song, album or artist in the API.
    static func buttons(_ rating: Rating?, path: String) -> [RatingButtonModel] {
        Rating.allCases.map { star in
            RatingButtonModel(
                action: ActionModel(star, rating: rating, path: path), label: star.spoken, isPressed: star == rating)
        }
    }
}

extension TrackCellModel {
    /// The buttons that rate the song, from one star to five.
    public var ratingButtons: [RatingButtonModel] { RatingButtonModel.buttons(rating, path: "/music/\(id)") }
}

/// The buttons that bookmark and rate an album or an artist.
public struct AnnotationModel: Equatable, Sendable {
    public let bookmark: ActionModel
    public let ratings: [RatingButtonModel]
    /// `bookmarked, ★★★★☆`, in place of the buttons; empty without annotations.
    public let text: String

    private init(isBookmarked: Bool, rating: Rating?, path: String) {
        let action = isBookmarked ? MusicAction.removeBookmark : .bookmark
        bookmark = ActionModel(action.title, .bookmark, isBookmarked ? .delete : .put, .api("\(path)/bookmark"))
        ratings = RatingButtonModel.buttons(rating, path: path)
        text = AnnotationText.text(isBookmarked: isBookmarked, stars: rating?.stars)
    }

    public init(_ album: AlbumCellModel) {
        self.init(isBookmarked: album.isBookmarked, rating: album.rating, path: "/albums/\(album.id)")
    }

    /// Nil for an artist whose name is no part of a path.
    public init?(_ artist: ListedArtistCellModel) {
        guard PageAddress.isPart(artist.name) else { return nil }
        let path = "/artists/\(artist.name.percentEncoded)"
        self.init(isBookmarked: artist.isBookmarked, rating: artist.rating, path: path)
    }
}

extension PageAddress {
    /// The address of a song's artwork.
    public static func artwork(_ id: MusicID) -> PageAddress { .api("/music/\(id)/artwork") }
}

extension MusicCellModel {
    /// The page of its album; nil for a song without one.
    public var albumAddress: PageAddress? { album.onOneLine.isEmpty ? nil : .album(of: id) }
}

extension ActionModel {
    /// The button that syncs a source.
    public static func sync(_ row: SourceCellModel) -> ActionModel {
        ActionModel("Sync", .sync, .post, .api("/sources/\(row.name.percentEncoded)/sync"))
    }

    /// The buttons that remove a source, with or without its bookmarked songs.
    public static func removals(of row: SourceCellModel) -> [ActionModel] {
        SourceRemovalModel.choices.map { choice in
            ActionModel(
                choice.title, .remove, .delete,
                .api(ofSource: row.name).withQuery(choice.keepsBookmarked ? [("keepBookmarked", "true")] : []))
        }
    }
}

extension PageAddress {
    /// The address of requests about a source.
    public static func api(ofSource name: String) -> PageAddress { .api("/sources/" + name.percentEncoded) }

    /// The address to which the form of a new source is sent.
    static let newSource = PageAddress.api("/sources")
}
