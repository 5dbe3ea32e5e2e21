public import FermataDomain

/// What a button does: its name, and the request of the API that does it.
public struct ActionModel: Equatable, Sendable {
    public enum Method: String, Sendable {
        case put = "PUT"
        case delete = "DELETE"
    }

    public let title: String
    public let method: Method
    public let address: PageAddress

    public init(_ action: MusicAction, of music: MusicID) {
        title = action.title
        switch action {
        case .bookmark, .removeBookmark: address = .api("/music/\(music)/bookmark")
        case .download, .removeDownload: address = .api("/music/\(music)/download")
        }
        switch action {
        case .bookmark, .download: method = .put
        case .removeBookmark, .removeDownload: method = .delete
        }
    }

    /// What moves a to-do across.
    public init(_ row: ToDoCellModel) {
        title = row.actionTitle
        address = .api("/to-dos/\(row.number)/check")
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
