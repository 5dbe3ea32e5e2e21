/// How wide the columns of a table are: fixed ones first, and what they leave is shared out.
struct ColumnWidths {
    enum Room {
        case fixed(Int)
        /// A part of what the fixed columns leave, next to the parts of the others.
        case share(Int)

        var fixed: Int { if case .fixed(let width) = self { width } else { 0 } }
        var parts: Int { if case .share(let parts) = self { parts } else { 0 } }
    }

    let widths: [Int]

    init(_ rooms: [Room], in tableWidth: Int, gap: Int) {
        var rest = tableWidth - gap * max(0, rooms.count - 1) - rooms.reduce(0) { $0 + $1.fixed }
        var parts = rooms.reduce(0) { $0 + $1.parts }
        widths = rooms.map { room in
            guard room.parts > 0 else { return room.fixed }
            let width = max(1, rest * room.parts / parts)
            rest -= width
            parts -= room.parts
            return width
        }
    }
}
