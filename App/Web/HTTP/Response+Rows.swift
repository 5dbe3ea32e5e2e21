import FermataDomain
import FermataPresentation
import HTTPTypes
package import Hummingbird
package import NIOCore

extension Response {
    /// A window of rows as JSON, with links to the previous and the next window (RFC 8288).
    static func rows<Row: RowModel>(
        _ batches: any AsyncSequence<[Row], any Error> & Sendable, at path: String, of total: Int?, in window: Window,
        _ parameters: QueryParameters
    ) async throws -> Response {
        var json = RowsJSON<Row>(total: total, offset: window.offset)
        for try await batch in batches { json.append(batch) }
        return .json(json.end(), headers: links(at: path, of: total, in: window, parameters))
    }

    /// One row, for a request without query parameters.
    static func row(_ request: Request, _ find: () async throws -> some RowModel) async throws -> Response {
        try QueryParameters(request).end()
        return .json(RowsJSON.object(try await find()))
    }

    /// A window of rows that are already read; a total of nil means that more rows follow, and that they are not counted.
    static func rows<Row: RowModel>(
        _ rows: [Row], at path: String, of total: Int?, in window: Window, _ parameters: QueryParameters
    ) -> Response {
        var json = RowsJSON<Row>(total: total, offset: window.offset)
        json.append(rows)
        return .json(json.end(), headers: links(at: path, of: total, in: window, parameters))
    }

    private static func links(
        at path: String, of total: Int?, in window: Window, _ parameters: QueryParameters
    ) -> HTTPFields {
        let total = total ?? .max
        let limit = window.limit ?? total
        var links: [String] = []
        func link(_ relation: String, _ offset: Int) {
            let query = parameters.replacing([("offset", String(offset)), ("limit", String(limit))])
            links.append("<\(path)?\(query)>; rel=\"\(relation)\"")
        }
        let previous = Window(offset: window.offset, limit: limit).previous(of: total)
        if let previous { link("prev", previous.offset) }
        if limit > 0, window.offset < total - limit { link("next", window.offset + limit) }
        return links.isEmpty ? [:] : [.link: links.joined(separator: ", ")]
    }
}

/// A window of rows as a JSON object with `total`, `offset` and `rows`.
struct RowsJSON<Row: RowModel> {
    private var renderer = JSONRenderer<Row>(for: .webClient)
    private var bytes: [UInt8] = []

    /// A total of nil becomes `null`.
    init(total: Int?, offset: Int) {
        bytes.append("{\"total\":")
        if let total { bytes.append(decimal: total) } else { bytes.append("null") }
        bytes.append(",\"offset\":")
        bytes.append(decimal: offset)
        bytes.append(",\"rows\":")
        renderer.begin(into: &bytes)
    }

    mutating func append(_ rows: [Row]) {
        for row in rows { renderer.row(row, into: &bytes) }
    }

    /// Ends the object and returns its bytes.
    mutating func end() -> [UInt8] {
        renderer.end(into: &bytes)
        bytes.append("}\n")
        return bytes
    }

    /// One row as a JSON object on one line.
    static func object(_ row: Row) -> [UInt8] {
        var renderer = JSONRenderer<Row>(for: .webClient)
        var bytes: [UInt8] = []
        renderer.row(row, into: &bytes)
        return bytes.dropFirst() + [UInt8(ascii: "\n")]
    }
}

extension ResponseBody {
    /// Large enough for few system calls, small enough for a slow client to read before the time-out.
    static let pieceSize = 256 << 10

    /// A body with known bytes, which is written in pieces: the time-out of a slow client starts again with each.
    package init(inPieces bytes: ByteBuffer) {
        guard bytes.readableBytes > Self.pieceSize else {
            self.init(byteBuffer: bytes)
            return
        }
        self.init(contentLength: bytes.readableBytes) { writer in
            var rest = bytes
            while rest.readableBytes > 0, let piece = rest.readSlice(length: min(rest.readableBytes, Self.pieceSize)) {
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }
}
