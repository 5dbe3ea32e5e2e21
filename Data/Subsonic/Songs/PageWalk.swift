/// Requests the pages of a list until the list has provably ended.
///
/// Neither an empty page nor one that repeats known elements proves that alone: servers send both after an error, or for
/// an offset beyond the end. The list ends if the same request returns nothing new twice in a row.
struct PageWalk: Sendable {
    static let pageSize = 500
    private var offset = 0
    private var pagesWithoutNewElements = 0

    /// The offset of the next page; nil after the end.
    var nextOffset: Int? { pagesWithoutNewElements < 2 ? offset : nil }

    /// Receives the number of elements of a page, and how many of these are new.
    mutating func receive(count: Int, newCount: Int) {
        guard newCount > 0 else {
            pagesWithoutNewElements += 1
            return
        }
        pagesWithoutNewElements = 0
        offset += count
    }
}
