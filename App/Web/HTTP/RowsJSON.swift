import FermataPresentation

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
    static func one(_ row: Row) -> [UInt8] {
        var renderer = JSONRenderer<Row>(for: .webClient)
        var bytes: [UInt8] = []
        renderer.row(row, into: &bytes)
        return bytes.dropFirst() + [UInt8(ascii: "\n")]
    }
}
