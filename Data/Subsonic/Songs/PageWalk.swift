/// Requests the pages of a list until the list has provably ended.
///
/// Neither an empty page nor one that repeats known elements proves that alone: servers send both after an error, or
/// for an offset beyond the end. The list ends if the same request returns nothing new twice in a row. Pages that the
/// server does not send are skipped; after three of them in a row, the others count as unreadable, too.
struct PageWalk: Sendable {
    static let pageSize = 500
    private static let skippedLimit = 3
    private var offset = 0
    private var pagesWithoutNewElements = 0
    private var pagesSkipped = 0
    /// The number of elements of the longest page so far: servers may send fewer than requested.
    private var longestPage = 0

    /// The offset of the next page; nil after the end.
    var nextOffset: Int? { pagesWithoutNewElements < 2 && pagesSkipped < Self.skippedLimit ? offset : nil }

    /// Receives the number of elements of a page, and how many of these are new.
    mutating func receive(count: Int, newCount: Int) {
        pagesSkipped = 0
        longestPage = max(longestPage, count)
        guard newCount > 0 else {
            pagesWithoutNewElements += 1
            return
        }
        pagesWithoutNewElements = 0
        offset += count
    }

    /// Skips the next page, and returns the positions of its elements, from 1.
    mutating func skip() -> ClosedRange<Int> {
        let count = longestPage > 0 ? longestPage : Self.pageSize
        pagesSkipped += 1
        defer { offset += count }
        return offset + 1...offset + count
    }
}
