import ArgumentParser
import FermataDomain

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

    /// Reads the window page by page, so that memory is bounded by a page.
    ///
    /// `body` answers how many rows there were.
    func forEachPage(_ body: (Window) async throws -> Int) async throws {
        var next = offset
        var left = limit ?? .max
        while left > 0 {
            let size = min(left, Self.pageSize)
            let count = try await body(Window(offset: next, limit: size))
            guard count == size else { return }
            next += count
            left -= count
        }
    }
}
