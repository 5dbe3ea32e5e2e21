import ArgumentParser
import FermataPresentation

/// How rows are printed.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON array of objects.")
    var json = false

    @Flag(help: "Print lines of values with a tab between them.")
    var plain = false

    @Option(help: "The keys to print, in their order, with commas between them.", completion: .default)
    var fields: String?

    func validate() throws {
        if json && plain { throw ValidationError("Choose one of --json and --plain.") }
        if fields != nil && !json && !plain { throw ValidationError("--fields goes with --json or --plain.") }
    }

    /// Whether rows are for eyes rather than for programs.
    var isTable: Bool { !json && !plain }

    /// Prints batches of rows as they arrive.
    ///
    /// A table also shows the titles of sections; a table without rows prints its empty text as a note. If the sequence
    /// throws, the list that was printed so far is still closed, so that it can be parsed.
    func print<Row: RowModel>(
        _ table: TableModel<Row>, section: (@Sendable (Row) -> String)? = nil,
        _ batches: any AsyncSequence<[Row], any Error> & Sendable
    ) async throws {
        try await print(table, section) { output in
            for try await rows in batches { try output.rows(rows) }
        }
    }

    /// Prints rows that were read already.
    func print<Row: RowModel>(
        _ table: TableModel<Row>, section: (@Sendable (Row) -> String)? = nil, rows: [Row]
    ) async throws {
        try await print(table, section) { try $0.rows(rows) }
    }

    /// Prints each row that `body` passes on at once, so that a reader sees each change while others are made.
    func printEach<Row: RowModel, Value: Sendable>(
        _ table: TableModel<Row>, _ body: (@escaping @Sendable (Row) throws -> Void) async throws -> Value
    ) async throws -> Value {
        try await print(table, nil) { output in
            try await body { row in
                try output.rows([row])
                output.flush()
            }
        }
    }

    /// Prints one row in the requested format; instead of a table, it prints all values of the row.
    func printDetail<Row: RowModel>(_ row: Row, in table: TableModel<Row>) async throws {
        guard isTable else { return try await print(table, rows: [row]) }
        try await Self.print(with: DetailRenderer<Row>()) { try $0.rows([row]) }
    }

    private func print<Row: RowModel, Value: Sendable>(
        _ table: TableModel<Row>, _ section: (@Sendable (Row) -> String)?,
        _ body: (any RowPrinter<Row>) async throws -> Value
    ) async throws -> Value {
        let fields = try fields.map(Row.Field.list) ?? Array(Row.Field.allCases)
        if json { return try await Self.print(with: JSONRenderer<Row>(fields: fields), body) }
        if plain { return try await Self.print(with: PlainRenderer<Row>(fields: fields), body) }
        let renderer = TableRenderer(table, style: Terminal.style, section: section)
        return try await Self.print(with: renderer, emptyText: table.emptyText.commandLine, body)
    }

    /// Throws the error of `body` if closing the list fails too.
    private static func print<Renderer: RowRenderer, Value: Sendable>(
        with renderer: Renderer, emptyText: String = "", _ body: (any RowPrinter<Renderer.Row>) async throws -> Value
    ) async throws -> Value {
        let output = RowOutput(renderer, to: StandardOutput())
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
        if output.count == 0, !emptyText.isEmpty { Console.note(emptyText) }
        return value
    }
}
