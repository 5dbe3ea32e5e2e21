import FermataDomain

/// The states of an artist's table, each with its changes. A failure is a message row of the last state.
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
                return ArtistTableUpdate(table, ArtistTable.Change.changes(from: [], to: table.rows))
            case .running:
                do {
                    while let update = try await updates.next(isolation: actor) {
                        if let shown = show(update) { return shown }
                    }
                    progress = .ended
                    return nil
                } catch {
                    progress = .ended
                    let changes = table.fail(error)
                    return ArtistTableUpdate(table, changes)
                }
            case .ended: return nil
            }
        }

        /// Returns nil if the update changes nothing.
        private mutating func show(_ update: ArtistPageUpdate) -> ArtistTableUpdate? {
            let freshness = table.freshness
            let changes =
                switch update {
                case .page(let page): table.show(page)
                case .download(let download): table.update(download)
                }
            return changes.isEmpty && table.freshness == freshness ? nil : ArtistTableUpdate(table, changes)
        }
    }
}

/// An artist's table after a change.
public struct ArtistTableUpdate: Equatable, Sendable {
    public let rows: [ArtistCellModel]
    /// The changes from the previous rows to these; the first update starts from no rows.
    public let changes: [ArtistTable.Change]
    /// How fresh the rows are; nil before the first page.
    public let freshness: FreshnessModel?

    init(_ table: ArtistTable, _ changes: [ArtistTable.Change]) {
        rows = table.rows
        self.changes = changes
        freshness = table.freshness
    }
}
