/// One step from the former rows of a screen to those that hold now, each on what the last has left.
public enum RowChange<Row> {
    case remove(at: Int)
    case insert(Row, at: Int)
    /// What a row shows has changed; it is the same row, and stands where it stood.
    case update(Row, at: Int)
}

extension RowChange: Sendable where Row: Sendable {}
extension RowChange: Equatable where Row: Equatable {}

extension Array {
    /// Makes the former rows into those that hold now.
    public mutating func apply(_ changes: [RowChange<Element>]) {
        for change in changes {
            switch change {
            case .remove(let position): remove(at: position)
            case .insert(let row, let position): insert(row, at: position)
            case .update(let row, let position): self[position] = row
            }
        }
    }
}
