import FermataDomain

/// A list of any length, of which a window is loaded: what is selected, what is seen, what is to be loaded.
struct TUIList: Sendable {
    /// How many rows are loaded on either side of those that are seen.
    static let margin = 200
    var selection = 0
    /// The first row that is seen.
    var top = 0
    /// How many rows can be seen.
    var height = 1 { didSet { if height != oldValue { show() } } }
    var rows: [TUIRow] = []
    /// How many rows there are in all; nil until that is known.
    var total: Int?
    private(set) var offset = 0
    private var pending: Window?
    /// Whether what is loaded is of an earlier query.
    private(set) var isOutdated = true
    private var isStale = false
    private var jumpsToEnd = false

    /// How many rows there are, as far as is known.
    var count: Int { max(total ?? 0, offset + rows.count) }
    var isLoaded: Bool { !isOutdated }

    func row(at index: Int) -> TUIRow? {
        rows.indices.contains(index - offset) ? rows[index - offset] : nil
    }

    /// The selected row; nil while another query’s rows are shown.
    var selected: TUIRow? { isOutdated ? nil : row(at: selection) }
}

// MARK: - Moving

extension TUIList {
    mutating func move(by step: Int) {
        (selection, jumpsToEnd) = (selection + step, false)
        show()
    }

    mutating func moveToStart() {
        (selection, jumpsToEnd) = (0, false)
        show()
    }

    /// Waits for the number of rows where it is not known.
    mutating func moveToEnd() {
        jumpsToEnd = total == nil
        selection = count - 1
        show()
    }

    /// Moves what is seen; what is selected stays where it is seen.
    mutating func scroll(by step: Int) {
        top = min(max(0, top + step), max(0, count - height))
        (selection, jumpsToEnd) = (min(max(selection, top), top + height - 1), false)
        show()
    }

    /// Keeps the selection in the list, and in sight.
    mutating func show() {
        selection = max(0, min(selection, count - 1))
        top = max(top, selection - max(1, height) + 1)
        top = max(0, min(top, selection, max(0, count - height)))
    }
}

// MARK: - Loading

extension TUIList {
    /// The window to ask for; nil where enough is there, or on its way.
    ///
    /// What is seen comes first, and alone; then what lies around it.
    mutating func windowToLoad() -> Window? {
        guard pending == nil || !isOutdated && !covers(pending, seen) else { return nil }
        let window: Window
        if isOutdated {
            window = Window(offset: 0, limit: max(1, height))
        } else {
            guard isStale || !covers(Window(offset: offset, limit: rows.count), near) else { return nil }
            window = Window(offset: top - Self.margin, limit: height + 2 * Self.margin + min(0, top - Self.margin))
        }
        isStale = false
        pending = window
        return window
    }

    /// Takes the rows of a window. The row that was selected stays selected where it is among them.
    mutating func take(_ rows: [TUIRow], of window: Window) {
        let followed = followed
        (self.rows, offset) = (rows, window.offset)
        (isOutdated, pending) = (false, nil)
        if rows.count < window.limit ?? .max, !rows.isEmpty || offset == 0 { total = offset + rows.count }
        total = total.map { rows.isEmpty ? min($0, offset) : max($0, offset + rows.count) }
        select(followed)
    }

    mutating func take(total: Int) {
        self.total = max(total, rows.isEmpty ? 0 : offset + rows.count)
        if jumpsToEnd { moveToEnd() }
        show()
    }

    mutating func fail() {
        (pending, isStale, jumpsToEnd) = (nil, true, false)
    }

    /// Begins anew for another query; the rows of the former one stay in sight until there are others.
    mutating func restart() {
        rows = Array(rows.dropFirst(max(0, top - offset)).prefix(height))
        (isOutdated, pending, jumpsToEnd, isStale) = (true, nil, false, false)
        (selection, top, offset, total) = (0, 0, 0, nil)
    }

    /// What is loaded may not be what the library holds now.
    mutating func makeStale() { isStale = true }

    private var seen: Range<Int> { top..<max(top + 1, min(top + height, count(orAtLeast: top + height))) }

    /// What has to be loaded for a person to go on without waiting.
    private var near: Range<Int> {
        let start = max(0, top - Self.margin / 2)
        return start..<max(start, min(total ?? .max, top + height + Self.margin / 2))
    }

    private func count(orAtLeast least: Int) -> Int { total ?? max(least, offset + rows.count) }

    private func covers(_ window: Window?, _ range: Range<Int>) -> Bool {
        guard let window else { return false }
        return window.offset <= range.lowerBound && range.upperBound <= window.offset + (window.limit ?? .max / 2)
    }
}
