import ArgumentParser
import FermataDomain
import Synchronization

/// A window of the rows of a list.
struct WindowOptions: ParsableArguments {
    private static let pageSize = 500

    @Option(parsing: .unconditional, help: "Show at most this many rows.")
    var limit: Int?

    @Option(parsing: .unconditional, help: "Skip this many rows.")
    var offset = 0

    var window: Window { Window(offset: offset, limit: limit) }

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("The limit must be 0 or more.") }
        if offset < 0 { throw ValidationError("The offset must be 0 or more.") }
    }

    /// Returns the window page by page, each read when it is needed.
    func pages<Row: Sendable>(
        _ read: @escaping @Sendable (Window) async throws -> [Row]
    ) -> any AsyncSequence<[Row], any Error> & Sendable {
        let next = Mutex(window)
        return AsyncThrowingStream {
            let page = next.withLock { Window(offset: $0.offset, limit: min($0.limit ?? .max, Self.pageSize)) }
            guard page.limit != 0 else { return nil }
            let rows = try await read(page)
            next.withLock {
                let remaining = rows.count == page.limit ? $0.limit.map { $0 - rows.count } : 0
                $0 = Window(offset: $0.offset + rows.count, limit: remaining)
            }
            return rows
        }
    }
}
