import FermataDomain
package import FermataPresentation
import NIOCore

/// An event as it is sent to subscribers.
///
/// Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
package struct ServerEvent: Sendable {
    /// A later event with the same key replaces an unsent one.
    let key: String
    let bytes: ByteBuffer

    /// Keeps connections open, and reveals broken ones.
    static let heartbeat = ServerEvent(key: "", bytes: ByteBuffer(string: ":\n\n"))

    /// A change of the library.
    package static func library(version: Int) -> ServerEvent {
        ServerEvent("library", data: JSONText.object([NamedValue("version", .integer(version))]))
    }

    /// A change of a download.
    package static func download(_ row: DownloadCellModel) -> ServerEvent {
        let data = RowsJSON.object(row, adding: [NamedValue("text", .text(row.stateText))])
        return ServerEvent("download", of: row.id.description, data: data.dropLast())
    }

    /// A change of the library's queue that a page has not made to the queue it plays.
    static let queue = ServerEvent("queue", data: JSONText.object([]))

    /// A page that has begun to play.
    static func page(_ page: PlayingPage) -> ServerEvent {
        ServerEvent(
            "page",
            data: JSONText.object([
                NamedValue("id", .text(page.id)), NamedValue("name", .text(page.name)),
                NamedValue("number", .integer(page.number)),
            ]))
    }

    /// Progress of a sync, or its result.
    static func sync(_ row: SyncStatusCellModel) -> ServerEvent {
        ServerEvent("sync", data: RowsJSON.object(row).dropLast())
    }

    /// A failure of work after the response to its request; `text` says what failed.
    static func failure(_ text: String) -> ServerEvent {
        ServerEvent("failure", data: JSONText.object([NamedValue("text", .text(text))]))
    }

    /// `data` is JSON that escapes controls: a line break would end it.
    private init(_ name: String, of part: String = "", data: some Collection<UInt8>) {
        var bytes = ByteBuffer(string: "event: \(name)\ndata: ")
        bytes.writeBytes(data)
        bytes.writeString("\n\n")
        self.init(key: name + " " + part, bytes: bytes)
    }

    private init(key: String, bytes: ByteBuffer) {
        self.key = key
        self.bytes = bytes
    }
}

/// A page that has begun to play music of the library.
struct PlayingPage {
    /// The page's own choice, which is different for every page.
    let id: String
    /// The browser, for a person.
    let name: String
    /// Increases with each beginning, also over restarts of the server.
    let number: Int
}
