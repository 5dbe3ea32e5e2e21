/// One step from the previous rows of a screen to the current ones. Steps apply in order.
public enum RowChange<Row> {
    case remove(at: Int)
    case insert(Row, at: Int)
    /// The content of a row changes; its identity and position stay the same.
    case update(Row, at: Int)
}

extension RowChange: Sendable where Row: Sendable {}
extension RowChange: Equatable where Row: Equatable {}

extension Array {
    /// Applies changes in order.
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
