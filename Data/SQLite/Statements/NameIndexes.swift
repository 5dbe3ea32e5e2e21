/// The indexes of the names that were looked up in a statement.
///
/// Names are literals, so their addresses identify them. They usually recur in the same order with each row.
struct NameIndexes {
    private var known: [(name: UnsafePointer<UInt8>, index: Int32)] = []
    private var next = 0

    /// Returns the index of a name, looked up at its first use.
    mutating func index(of name: StaticString, lookUp: (StaticString) -> Int32) -> Int32 {
        let start = name.utf8Start
        if next < known.count, known[next].name == start {
            next += 1
            return known[next - 1].index
        }
        if let place = known.firstIndex(where: { $0.name == start }) {
            next = place + 1
            return known[place].index
        }
        let index = lookUp(name)
        known.append((start, index))
        next = known.count
        return index
    }
}
