import FermataDomain
import FermataPresentation
import HTTPTypes
package import Hummingbird
package import NIOCore

extension Response {
    /// A window of rows as JSON, with links to the previous and the next window (RFC 8288).
    ///
    /// A total of nil means that more rows follow, and that they are not counted. `values` precede the total.
    static func rows(
        _ rows: [some RowModel], at path: String, of total: Int?, in window: Window, _ parameters: QueryParameters,
        after values: [NamedValue] = []
    ) -> Response {
        let counts = [
            NamedValue("total", total.map(FieldValue.integer) ?? .none), NamedValue("offset", .integer(window.offset)),
        ]
        return .json(
            RowsJSON.object(values + counts, rows: rows), headers: links(at: path, of: total, in: window, parameters))
    }

    /// One row, for a request without query parameters.
    static func row(_ request: Request, _ find: () async throws -> some RowModel) async throws -> Response {
        try QueryParameters(request).end()
        return .json(RowsJSON.object(try await find()))
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

/// Rows as JSON objects.
enum RowsJSON {
    /// An object of values and, as its last member, `rows`.
    static func object<Row: RowModel>(_ values: [NamedValue], rows: [Row]) -> [UInt8] {
        var bytes = JSONText.object(values)
        bytes.removeLast()
        bytes.append(",\"rows\":")
        var renderer = JSONRenderer<Row>(for: .webClient)
        renderer.begin(into: &bytes)
        for row in rows { renderer.row(row, into: &bytes) }
        renderer.end(into: &bytes)
        bytes.append("}\n")
        return bytes
    }

    /// One row on one line, with more values after its own.
    static func object<Row: RowModel>(_ row: Row, adding values: [NamedValue] = []) -> [UInt8] {
        let own = Row.Field.allCases.map { NamedValue($0.rawValue, row.value(of: $0)) }
        return JSONText.object(own + values) + [UInt8(ascii: "\n")]
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
