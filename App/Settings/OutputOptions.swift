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

    /// Hands the rows that `body` gives to the renderer that was asked for.
    ///
    /// A table also shows the titles of sections; a table without rows prints its empty text as a note.
    /// Rows that tell of a change are printed `atOnce`, so that whoever reads them knows it while others are made.
    /// Where `body` throws, what was printed is ended all the same, so that it can be read.
    @discardableResult
    func print<Row: RowModel, Value: Sendable>(
        _ table: TableModel<Row>, atOnce: Bool = false, section: (@Sendable (Row) -> String)? = nil,
        _ body: (@escaping @Sendable ([Row]) throws -> Void) async throws -> Value
    ) async throws -> Value {
        let fields = try fields.map(Row.Field.list) ?? Array(Row.Field.allCases)
        if json {
            return try await Self.print(with: JSONRenderer<Row>(fields: fields), atOnce, body)
        } else if plain {
            return try await Self.print(with: PlainRenderer<Row>(fields: fields), atOnce, body)
        } else {
            let renderer = TableRenderer(table, style: Terminal.style, section: section)
            return try await Self.print(with: renderer, atOnce, emptyText: table.emptyText.commandLine, body)
        }
    }

    /// Prints one row in the requested format; instead of a table, it prints all values of the row.
    func printDetail<Row: RowModel>(_ row: Row, in table: TableModel<Row>) async throws {
        guard isTable else { return try await print(table) { try $0([row]) } }
        try await Self.print(with: DetailRenderer<Row>(), false) { try $0([row]) }
    }

    /// Where both fail, the error of `body` is the one that tells what went wrong.
    private static func print<Renderer: RowRenderer, Value: Sendable>(
        with renderer: Renderer, _ atOnce: Bool, emptyText: String = "",
        _ body: (@escaping @Sendable ([Renderer.Row]) throws -> Void) async throws -> Value
    ) async throws -> Value {
        let output = RowOutput(renderer, to: StandardOutput())
        try output.begin()
        let value: Value
        do {
            value = try await body {
                try output.rows($0)
                if atOnce { output.flush() }
            }
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
