/// A row of a list, drawn at its position.
protocol RowHTML {
    /// The markup of the row, which ends with a line break.
    func html(at position: RowPosition) -> HTML
}

/// The position of a row in its list.
struct RowPosition {
    /// Zero-based.
    let index: Int
    /// The number of rows of the list; nil if it is not known.
    let total: Int?

    /// The attributes of an `article` in a feed; the size -1 stands for an unknown one.
    ///
    /// Source: https://www.w3.org/TR/wai-aria-1.2/#aria-setsize
    var attributes: HTML { "aria-posinset=\"\(index + 1)\" aria-setsize=\"\(total ?? -1)\"" }
}
