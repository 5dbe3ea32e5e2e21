import FermataDomain
package import FermataPresentation
import NIOCore

/// Something that happened, as it is sent to whoever listens.
///
/// Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
package struct ServerEvent: Sendable {
    /// A later event of the same key makes an earlier one needless.
    let key: String
    let bytes: ByteBuffer

    /// Keeps connections open, and finds those that are broken.
    static let heartbeat = ServerEvent(key: "", bytes: ByteBuffer(string: ":\n\n"))

    /// The library has changed.
    package static func library(version: Int) -> ServerEvent {
        ServerEvent("library", data: Array("{\"version\":\(version)}".utf8))
    }

    /// A download has moved.
    package static func download(_ row: DownloadCellModel) -> ServerEvent {
        var data = RowsJSON.one(row.withoutFolder)
        data.removeLast(2)
        data.append(",\"text\":")
        JSONText.append(row.stateText, to: &data)
        data.append("}")
        return ServerEvent("download", of: row.id.description, data: data)
    }

    /// The reading of the sources goes on, or is over.
    static func sync(_ row: SyncStatusCellModel) -> ServerEvent {
        ServerEvent("sync", data: RowsJSON.one(row).dropLast())
    }

    /// Something that was asked for has failed after it was answered; `text` says what.
    static func failure(_ text: String) -> ServerEvent {
        var data: [UInt8] = []
        data.append("{\"text\":")
        JSONText.append(text, to: &data)
        data.append("}")
        return ServerEvent("failure", data: data)
    }

    /// JSON in which controls are escaped has no line break, which would end the data.
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
