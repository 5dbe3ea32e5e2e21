import FermataDomain

/// A list of any length with a loaded window of rows, a selection and a scroll position.
struct TUIList: Sendable {
    /// How many rows to load before and after the visible rows.
    static let margin = 200
    var selection = 0
    /// The first visible row.
    var top = 0
    /// The row where the selection of several rows began; nil if only one is selected.
    private(set) var anchor: Int?
    /// The number of visible rows.
    var height = 1 { didSet { if height != oldValue { clampSelection() } } }
    var rows: [TUIRow] = []
    /// The total number of rows; nil until it is known.
    var total: Int?
    /// The index of the first loaded row.
    private(set) var offset = 0
    private var pending: Window?
    /// Whether the loaded rows belong to an earlier query.
    private(set) var isOutdated = true
    private var isStale = false
    private var jumpsToEnd = false
    /// The row to select when it is loaded.
    private(set) var awaitedRow: TUIRow.ID?
    /// The index to select when the first rows are loaded.
    private var firstSelection: Int

    init(openedAt index: Int = 0) { firstSelection = index }

    /// The known number of rows.
    var count: Int { max(total ?? 0, offset + rows.count) }
    var isLoaded: Bool { !isOutdated }

    /// Returns a row; nil if it is not loaded.
    func row(at index: Int) -> TUIRow? { rows.indices.contains(index - offset) ? rows[index - offset] : nil }

    /// The selected row; nil while rows of an earlier query are visible.
    var selected: TUIRow? { isOutdated ? nil : row(at: selection) }

    // MARK: - Selecting several rows

    /// The selected rows; nil if only one is selected.
    var selectedRange: ClosedRange<Int>? { anchor.map { min($0, selection)...max($0, selection) } }

    /// The indexes of the selected rows, or of the one.
    var selectedRows: ClosedRange<Int> { selectedRange ?? selection...selection }

    /// Returns rows; nil if one is not loaded.
    func rows(in range: ClosedRange<Int>) -> ArraySlice<TUIRow>? {
        let (first, last) = (range.lowerBound - offset, range.upperBound - offset)
        return !isOutdated && first >= 0 && last < rows.count ? rows[first...last] : nil
    }

    mutating func toggleSelection() { anchor = anchor == nil ? selection : nil }

    mutating func endSelection() { anchor = nil }

    // MARK: - Moving

    mutating func move(by step: Int) {
        (selection, jumpsToEnd, awaitedRow) = (selection + step, false, nil)
        clampSelection()
    }

    /// Moves to the last row, again once the total becomes known.
    mutating func moveToEnd() {
        jumpsToEnd = total == nil
        (selection, awaitedRow) = (count - 1, nil)
        clampSelection()
    }

    /// Scrolls; the selection moves only to stay visible.
    mutating func scroll(by step: Int) {
        top = min(max(0, top + step), max(0, count - height))
        (selection, jumpsToEnd, awaitedRow) = (min(max(selection, top), top + height - 1), false, nil)
    }

    /// Moves the selection into the list, and the visible rows to the selection.
    mutating func clampSelection() {
        selection = max(0, min(selection, count - 1))
        anchor = anchor.map { max(0, min($0, count - 1)) }
        top = max(top, selection - max(1, height) + 1)
        top = max(0, min(top, selection, max(0, count - height)))
    }

    // MARK: - Loading

    /// Returns the window to request; nil if enough rows are loaded or requested.
    ///
    /// Requests the visible rows first, then their surroundings.
    mutating func windowToLoad() -> Window? {
        guard pending == nil || !isOutdated && !covers(pending, visibleRange) else { return nil }
        let window: Window
        if isOutdated {
            window = Window(offset: max(0, firstSelection - height / 2), limit: max(1, height))
        } else {
            guard isStale || !covers(Window(offset: offset, limit: rows.count), preloadRange) else { return nil }
            window = Window(offset: top - Self.margin, limit: height + 2 * Self.margin + min(0, top - Self.margin))
        }
        isStale = false
        pending = window
        return window
    }

    /// Stores the rows of a window; the selected row stays selected if it is among them.
    mutating func apply(_ rows: [TUIRow], of window: Window) {
        let candidates = selectionCandidates
        if firstSelection > 0 { (selection, top, firstSelection) = (firstSelection, window.offset, 0) }
        (self.rows, offset) = (rows, window.offset)
        (isOutdated, pending) = (false, nil)
        if rows.count < window.limit ?? .max, !rows.isEmpty || offset == 0 { total = offset + rows.count }
        total = total.map { rows.isEmpty ? min($0, offset) : max($0, offset + rows.count) }
        select(candidates)
        if let awaitedRow, select(awaitedRow) { self.awaitedRow = nil }
    }

    /// Selects a row as soon as it is loaded, unless the user moves the selection before.
    mutating func selectWhenLoaded(_ id: TUIRow.ID) { awaitedRow = id }

    /// Stores the total number of rows.
    mutating func apply(total: Int) {
        self.total = max(total, rows.isEmpty ? 0 : offset + rows.count)
        if jumpsToEnd { moveToEnd() }
        clampSelection()
    }

    /// Allows the window of the running load to be requested again.
    mutating func restartLoad() { (pending, isStale) = (nil, true) }

    /// Allows the failed window to be requested again.
    mutating func fail() {
        restartLoad()
        jumpsToEnd = false
    }

    /// Starts another query; the visible rows stay until its rows are loaded.
    mutating func reset() {
        rows = Array(rows.dropFirst(max(0, top - offset)).prefix(height))
        (isOutdated, pending, jumpsToEnd, isStale) = (true, nil, false, false)
        (selection, top, offset, total, awaitedRow, firstSelection, anchor) = (0, 0, 0, nil, nil, 0, nil)
    }

    /// Marks the rows for reading again.
    mutating func makeStale() { isStale = true }

    private var visibleRange: Range<Int> { top..<max(top + 1, min(top + height, count(orAtLeast: top + height))) }

    /// The rows to keep loaded so that scrolling does not wait.
    private var preloadRange: Range<Int> {
        let start = max(0, top - Self.margin / 2)
        return start..<max(start, min(total ?? .max, top + height + Self.margin / 2))
    }

    private func count(orAtLeast least: Int) -> Int { total ?? max(least, offset + rows.count) }

    private func covers(_ window: Window?, _ range: Range<Int>) -> Bool {
        guard let window else { return false }
        return window.offset <= range.lowerBound && range.upperBound <= window.offset + (window.limit ?? .max / 2)
    }
}

/// Changes of visible rows.
extension TUIList {
    mutating func replace(_ change: (TUIRow) -> TUIRow) { rows = rows.map(change) }

    /// Removes a row that is no longer in the library.
    mutating func remove(_ id: TUIRow.ID) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        let candidates = selectionCandidates
        rows.remove(at: index)
        total = total.map { $0 - 1 }
        select(candidates)
    }

    /// Moves a changed row to the end of its new section.
    mutating func move(_ row: TUIRow) {
        guard let index = rows.firstIndex(where: { $0.id == row.id }) else { return }
        let candidates = selectionCandidates
        rows.remove(at: index)
        rows.insert(row, at: rows.firstIndex { row.precedes($0) } ?? rows.count)
        select(candidates)
    }

    /// Removes the selected rows, and selects the row after them.
    mutating func removeSelected() {
        let range = selectedRows
        let first = max(0, min(range.lowerBound - offset, rows.count))
        let end = max(0, min(range.upperBound + 1 - offset, rows.count))
        rows.removeSubrange(first..<end)
        if offset > range.lowerBound { offset = max(range.lowerBound, offset - range.count) }
        total = total.map { max(0, $0 - range.count) }
        (selection, anchor) = (range.lowerBound, nil)
        clampSelection()
    }

    /// Whether the selected rows are loaded, and a row that they can move past by one.
    func canMoveSelected(by step: Int) -> Bool {
        rows(in: selectedRows) != nil && row(at: neighbour(by: step)) != nil
    }

    /// Exchanges the selected rows with a loaded neighbour, and keeps them selected.
    mutating func moveSelected(by step: Int) {
        let neighbour = rows.remove(at: neighbour(by: step) - offset)
        rows.insert(neighbour, at: (step > 0 ? selectedRows.lowerBound : selectedRows.upperBound) - offset)
        let moved = anchor.map { $0 + step }
        move(by: step)
        anchor = moved
    }

    /// The index of the row before or after the selected rows.
    private func neighbour(by step: Int) -> Int {
        step > 0 ? selectedRows.upperBound + 1 : selectedRows.lowerBound - 1
    }

    // MARK: - Selection

    /// The selected row, followed by the rows of its section that replace it if it leaves the section.
    var selectionCandidates: [TUIRow] {
        guard let row = selected else { return [] }
        guard let section = row.sectionTitle else { return [row] }
        let index = selection - offset
        return (rows[index...] + rows[..<index].reversed()).filter { $0.sectionTitle == section }
    }

    /// Selects the first candidate that is still in its section, on the same line of the screen.
    mutating func select(_ candidates: [TUIRow]) {
        for row in candidates {
            guard let index = nearest(row.id), self.row(at: index)?.sectionTitle == row.sectionTitle else { continue }
            top += index - selection
            anchor = anchor.map { $0 + index - selection }
            selection = index
            break
        }
        clampSelection()
    }

    /// Selects a loaded row and scrolls to it; returns whether it is loaded.
    mutating func select(_ id: TUIRow.ID) -> Bool {
        guard let index = nearest(id) else { return false }
        selection = index
        clampSelection()
        return true
    }

    /// The index of a row; of several rows with the same id, the nearest to the selection.
    private func nearest(_ id: TUIRow.ID) -> Int? {
        if row(at: selection)?.id == id { return selection }
        return rows.indices.lazy.filter { rows[$0].id == id }.map { $0 + offset }
            .min { abs($0 - selection) < abs($1 - selection) }
    }
}
