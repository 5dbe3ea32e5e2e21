import FermataDomain
import FermataPresentation

/// Shows the first rows of a list on a terminal while its sources sync, and erases them when the sync ends.
struct RefreshPreview {
    private let console: Console
    private let table: TableModel<MusicCellModel>
    /// The number of rows that fit on the terminal below the header and above the progress; nil without a terminal.
    private let limit: Int?

    init(_ console: Console, isTable: Bool, table: TableModel<MusicCellModel>) {
        self.console = console
        self.table = table
        let size = isTable ? console.previewSize : nil
        limit = size.flatMap { $0.rows > 4 ? $0.rows - 3 : nil }
    }

    /// Returns the library's freshness after the sync; until then, shows the cached rows and each change to them.
    func freshness(of music: MusicListDataSource, query: MusicQuery) async throws -> FreshnessModel? {
        var first = query
        first.window.limit = min(limit ?? 0, query.window.limit ?? .max)
        var drawn = 0
        defer {
            console.endProgress()
            // If the output is closed, printing the list reports it.
            if drawn > 0, console.previewSize != nil { try? console.print(Self.erase(drawn)) }
        }
        for try await screen in music.screens(for: first) {
            guard screen.freshness.isRefreshing else { return screen.freshness }
            console.endProgress()
            drawn = console.previewSize == nil ? 0 : try draw(screen.rows, over: drawn)
            console.progress(screen.freshness.text)
        }
        return nil
    }

    /// Draws rows over the lines drawn before, and returns how many lines it drew.
    ///
    /// Rows are cut to the terminal's width, because a row that wraps takes more lines than the next draw erases.
    private func draw(_ rows: [MusicCellModel], over drawn: Int) throws -> Int {
        var bytes = drawn > 0 ? Array(Self.erase(drawn).utf8) : []
        if !rows.isEmpty {
            var renderer = TableRenderer(table, style: console.style, isCut: true)
            for row in rows { renderer.row(row, into: &bytes) }
        }
        try console.output.write(bytes)
        try console.output.flush()
        return rows.isEmpty ? 0 : rows.count + 1
    }

    /// Moves the cursor up and erases everything below it (ECMA-48: CUU, ED).
    private static func erase(_ lines: Int) -> String { "\r\u{1B}[\(lines)A\u{1B}[J" }
}
