import Dispatch
import FermataDomain
import GRDB

/// Returns the current page, then a page after each change. Observation starts with the second page.
actor PageFeed {
    private let library: SQLiteLibrary
    private let fetch: @Sendable (Database) throws -> MusicPage
    private var last: MusicPage?
    private var changes: AsyncThrowingStream<MusicPage, any Error>.Iterator?

    init(library: SQLiteLibrary, fetch: @escaping @Sendable (Database) throws -> MusicPage) {
        self.library = library
        self.fetch = fetch
    }

    func next() async throws -> MusicPage? {
        guard let last else {
            let first = try await library.read(fetch)
            last = first
            return first
        }
        if library.obstacle != nil { return nil }
        var changes = try changes ?? observe()
        defer { self.changes = changes }
        while let page = try await changes.next(isolation: self) {
            guard page != last else { continue }
            self.last = page
            return page
        }
        return nil
    }

    private func observe() throws -> AsyncThrowingStream<MusicPage, any Error>.Iterator {
        let observation = ValueObservation.tracking(
            regions: [Table("music"), Table("source"), Table("download")], fetch: fetch)
        let pool = try library.pool()
        return AsyncThrowingStream { continuation in
            let queue = DispatchQueue(label: "pages")
            let cancellable = observation.start(in: pool, scheduling: .async(onQueue: queue)) { [library] in
                continuation.finish(throwing: library.failure($0))
            } onChange: {
                continuation.yield($0)
            }
            continuation.onTermination = { _ in cancellable.cancel() }
        }.makeAsyncIterator()
    }
}
