import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

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
        return .json(RowsJSON.one(try await find()))
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
