import FermataPresentation
import Synchronization

/// A window of rows as a JSON object: how many there are in all, where the window begins, and its rows.
final class RowsJSON<Row: RowModel>: Sendable {
    private let state: Mutex<(renderer: JSONRenderer<Row>, bytes: [UInt8])>

    init(total: Int, offset: Int) {
        var renderer = JSONRenderer<Row>()
        var bytes: [UInt8] = []
        bytes.append("{\"total\":")
        bytes.append(decimal: total)
        bytes.append(",\"offset\":")
        bytes.append(decimal: offset)
        bytes.append(",\"rows\":")
        renderer.begin(into: &bytes)
        state = Mutex((renderer, bytes))
    }

    func append(_ rows: [Row]) {
        state.withLock { state in
            for row in rows { state.renderer.row(row, into: &state.bytes) }
        }
    }

    func end() -> [UInt8] {
        state.withLock { state in
            state.renderer.end(into: &state.bytes)
            state.bytes.append("}\n")
            return state.bytes
        }
    }

    /// One row as a JSON object on one line.
    static func one(_ row: Row) -> [UInt8] {
        var renderer = JSONRenderer<Row>()
        var bytes: [UInt8] = []
        renderer.row(row, into: &bytes)
        return bytes.dropFirst() + [UInt8(ascii: "\n")]
    }
}
