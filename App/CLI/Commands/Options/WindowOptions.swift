import ArgumentParser
import FermataDomain
import Synchronization

/// Which rows of a list are shown.
struct WindowOptions: ParsableArguments {
    private static let pageSize = 500

    @Option(help: "Show so many rows at the most.")
    var limit: Int?

    @Option(help: "Leave out so many rows first.")
    var offset = 0

    var window: Window { Window(offset: offset, limit: limit) }

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("The limit has to be 0 or more.") }
        if offset < 0 { throw ValidationError("The offset has to be 0 or more.") }
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
                let left = rows.count == page.limit ? $0.limit.map { $0 - rows.count } : 0
                $0 = Window(offset: $0.offset + rows.count, limit: left)
            }
            return rows
        }
    }
}
