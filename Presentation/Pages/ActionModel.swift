public import FermataDomain

/// What a button does: its name, and the request of the API that does it.
public struct ActionModel: Equatable, Sendable {
    public enum Method: String, Sendable {
        case put = "PUT"
        case delete = "DELETE"
    }

    /// What it is about, whatever it does about it now: the focus stays with it.
    public enum Part: String, Sendable {
        case bookmark, download, check
    }

    public let title: String
    public let part: Part
    public let method: Method
    public let address: PageAddress

    public init(_ action: MusicAction, of music: MusicID) {
        title = action.title
        switch action {
        case .bookmark, .removeBookmark: part = .bookmark
        case .download, .removeDownload: part = .download
        }
        address = .api("/music/\(music)/\(part.rawValue)")
        switch action {
        case .bookmark, .download: method = .put
        case .removeBookmark, .removeDownload: method = .delete
        }
    }

    /// What moves a to-do across.
    public init(_ row: ToDoCellModel) {
        title = row.actionTitle
        part = .check
        address = .api("/to-dos/\(row.number)/\(part.rawValue)")
        method = row.isDone ? .delete : .put
    }
}

extension MusicAction {
    /// Whether it sets a bookmark or takes it away.
    var isAboutBookmark: Bool { self == .bookmark || self == .removeBookmark }
}

extension [MusicAction] {
    /// Those of the more button as requests, and which of them the row's star does.
    public func models(of music: MusicID) -> (all: [ActionModel], star: ActionModel?) {
        (map { ActionModel($0, of: music) }, first(where: \.isAboutBookmark).map { ActionModel($0, of: music) })
    }
}

extension PageAddress {
    /// Where the picture of some music is.
    public static func artwork(_ id: MusicID) -> PageAddress { .api("/music/\(id)/artwork") }
}
