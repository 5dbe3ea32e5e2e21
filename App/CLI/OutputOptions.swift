import ArgumentParser
import FermataDomain
import FermataPresentation

/// The form in which rows are printed.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print a JSON array of objects.")
    var json = false

    @Flag(help: "Print tab-separated values, one row a line.")
    var plain = false

    @Option(help: "The keys or columns to print, in this order, separated by commas.", completion: .default)
    var fields: String?

    @Flag(help: "Do not show a long list with a pager.")
    var noPager = false

    func validate() throws {
        if json && plain { throw ValidationError("Choose one of --json and --plain.") }
    }

    /// Whether rows are printed for people rather than for programs.
    var isTable: Bool { !json && !plain }

    /// Whether a command prints text instead of rows, because no form of rows and no fields are requested.
    var printsText: Bool { isTable && fields == nil }

    /// Whether a key is requested. Throws `UnknownField`.
    func shows<Field: RowField>(_ field: Field) throws -> Bool {
        try fields.map { try Field.list($0).contains(field) } ?? false
    }

    /// The song to mark in a table on a terminal; nil for other forms of output, and if no program plays.
    func playingSong(of player: PlayerDataSource, on console: Console) async -> MusicID? {
        printsText && console.outputColumns != nil ? await player.playingSong() : nil
    }

    /// Throws `UnknownField` if the rows of a table lack a requested key.
    ///
    /// Call it before the change that the rows report.
    func checkFields<Row: RowModel>(of table: TableModel<Row>) throws {
        _ = try shown(of: table)
    }

    /// The table with the columns that `--fields` requests. Throws `UnknownField`.
    func shown<Row: RowModel>(of table: TableModel<Row>) throws -> TableModel<Row> {
        try fields.map { table.showing(try Row.Field.list($0)) } ?? table
    }

    /// Prints batches of rows as they arrive or, on a terminal, once they fill it. Returns the number of rows.
    ///
    /// On a terminal, a pager shows those that do not fit on it. A table shows the title of each section; without rows,
    /// it prints its empty text as a message. If the sequence throws, the output is completed first, so that programs
    /// can parse it.
    @discardableResult
    func print<Row: RowModel>(
        _ table: TableModel<Row>, section: (@Sendable (Row) -> String)? = nil,
        _ batches: any AsyncSequence<[Row], any Error> & Sendable, on console: Console
    ) async throws -> Int {
        var count = 0
        try await paged(on: console) { console in
            try await print(table, section, on: console) { output in
                for try await rows in batches {
                    count += rows.count
                    try output.rows(rows)
                }
            }
        }
        return count
    }

    /// Prints rows that have been read.
    func print<Row: RowModel>(
        _ table: TableModel<Row>, section: (@Sendable (Row) -> String)? = nil, rows: [Row], on console: Console
    ) async throws {
        try await paged(on: console) { console in
            try await print(table, section, on: console) { try $0.rows(rows) }
        }
    }

    private func paged(on console: Console, _ body: (Console) async throws -> Void) async throws {
        if noPager { try await body(console) } else { try await console.paged(body) }
    }

    /// Prints each row that `body` passes on immediately, so that a reader sees each change while others are made.
    func printEach<Row: RowModel, Value: Sendable>(
        _ table: TableModel<Row>, on console: Console,
        _ body: (@escaping @Sendable (Row) throws -> Void) async throws -> Value
    ) async throws -> Value {
        try await print(table, nil, on: console) { output in
            try await body { row in
                try output.rows([row])
                output.flush()
            }
        }
    }

    private func print<Row: RowModel, Value: Sendable>(
        _ table: TableModel<Row>, _ section: (@Sendable (Row) -> String)?, on console: Console,
        _ body: (any RowPrinter<Row>) async throws -> Value
    ) async throws -> Value {
        let fields = try fields.map(Row.Field.list) ?? Array(Row.Field.allCases)
        if json { return try await Self.print(with: JSONRenderer<Row>(fields: fields, for: .user), on: console, body) }
        if plain { return try await Self.print(with: PlainRenderer<Row>(fields: fields), on: console, body) }
        let renderer = TableRenderer(try shown(of: table), style: console.style, section: section)
        return try await Self.print(with: renderer, emptyText: table.emptyText.commandLine, on: console, body)
    }

    /// If both `body` and the output fail, throws the error of `body`, which is the cause.
    private static func print<Renderer: RowRenderer, Value: Sendable>(
        with renderer: Renderer, emptyText: String = "", on console: Console,
        _ body: (any RowPrinter<Renderer.Row>) async throws -> Value
    ) async throws -> Value {
        let output = RowOutput(renderer, to: console.output)
        try output.begin()
        let value: Value
        do {
            value = try await body(output)
        } catch let error as OutputError {
            throw error
        } catch {
            try? output.end()
            throw error
        }
        try output.end()
        if output.count == 0, !emptyText.isEmpty { console.note(emptyText) }
        return value
    }
}
