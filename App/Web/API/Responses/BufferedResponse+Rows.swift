import FermataDomain
import FermataPresentation
import HTTPTypes

extension BufferedResponse {
    /// A window of rows, with links to those before and after it.
    ///
    /// Source of the links: RFC 8288.
    static func rows<Row: RowModel>(
        _ batches: any AsyncSequence<[Row], any Error> & Sendable, at path: String, of total: Int, in window: Window,
        _ parameters: QueryParameters
    ) async throws -> BufferedResponse {
        let json = RowsJSON<Row>(total: total, offset: window.offset)
        for try await batch in batches { json.append(batch) }
        return rows(json, at: path, of: total, in: window, parameters)
    }

    /// A window of rows that were read already.
    static func rows<Row: RowModel>(
        _ rows: [Row], at path: String, of total: Int, in window: Window, _ parameters: QueryParameters
    ) -> BufferedResponse {
        let json = RowsJSON<Row>(total: total, offset: window.offset)
        json.append(rows)
        return self.rows(json, at: path, of: total, in: window, parameters)
    }

    private static func rows<Row: RowModel>(
        _ json: RowsJSON<Row>, at path: String, of total: Int, in window: Window, _ parameters: QueryParameters
    ) -> BufferedResponse {
        let limit = window.limit ?? total
        var links: [String] = []
        func link(_ relation: String, _ offset: Int) {
            let query = parameters.replacing([("offset", String(offset)), ("limit", String(limit))])
            links.append("<\(path)?\(query)>; rel=\"\(relation)\"")
        }
        let before = Window(offset: window.offset, limit: limit).previous(of: total)
        if let before { link("prev", before.offset) }
        if limit > 0, window.offset < total - limit { link("next", window.offset + limit) }
        return .json(json.end(), more: links.isEmpty ? [:] : [.link: links.joined(separator: ", ")])
    }
}
