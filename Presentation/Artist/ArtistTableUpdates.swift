import FermataDomain

/// The states of an artist's table. A failure is a message row of the last state.
public struct ArtistTableUpdates: AsyncSequence, Sendable {
    let pages: AsyncThrowingStream<ArtistPageUpdate, any Error>
    let table: ArtistTable

    public func makeAsyncIterator() -> Iterator {
        Iterator(updates: pages.makeAsyncIterator(), table: table)
    }

    /// Computes each state on demand, in place if the consumer has released the earlier state.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Progress {
            case notStarted, running, ended
        }

        private var updates: AsyncThrowingStream<ArtistPageUpdate, any Error>.Iterator
        private var table: ArtistTable
        private var progress = Progress.notStarted

        init(updates: AsyncThrowingStream<ArtistPageUpdate, any Error>.Iterator, table: ArtistTable) {
            self.updates = updates
            self.table = table
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> ArtistTableUpdate? {
            switch progress {
            case .notStarted:
                progress = .running
                return ArtistTableUpdate(table)
            case .running:
                do {
                    while let update = try await updates.next(isolation: actor) {
                        if show(update) { return ArtistTableUpdate(table) }
                    }
                    progress = .ended
                    return nil
                } catch {
                    progress = .ended
                    table.fail(error)
                    return ArtistTableUpdate(table)
                }
            case .ended: return nil
            }
        }

        /// Returns whether the update changes the table.
        private mutating func show(_ update: ArtistPageUpdate) -> Bool {
            switch update {
            case .page(let page): table.show(page)
            case .download(let download): table.update(download)
            }
        }
    }
}

/// An artist's table after a change.
public struct ArtistTableUpdate: Equatable, Sendable {
    public let rows: [ArtistCellModel]
    /// How fresh the rows are; nil before the first page.
    public let freshness: FreshnessModel?

    init(_ table: ArtistTable) {
        rows = table.rows
        freshness = table.freshness
    }
}
