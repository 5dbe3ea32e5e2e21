import FermataDomain

/// The states of an artist's table, each with what has changed; what goes wrong is a row of it.
public struct ArtistTableUpdates: AsyncSequence, Sendable {
    let pages: AsyncThrowingStream<ArtistPageUpdate, any Error>
    let table: ArtistTable

    public func makeAsyncIterator() -> Iterator {
        Iterator(updates: pages.makeAsyncIterator(), table: table)
    }

    /// Makes each state when it is asked for.
    ///
    /// A row is changed in place where no earlier state is held on to.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Progress {
            case unbegun, underWay, ended
        }

        private var updates: AsyncThrowingStream<ArtistPageUpdate, any Error>.Iterator
        private var table: ArtistTable
        private var progress = Progress.unbegun

        init(updates: AsyncThrowingStream<ArtistPageUpdate, any Error>.Iterator, table: ArtistTable) {
            self.updates = updates
            self.table = table
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> ArtistTableUpdate? {
            switch progress {
            case .unbegun:
                progress = .underWay
                return ArtistTableUpdate(table, ArtistTable.Change.changes(from: [], to: table.rows))
            case .underWay:
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

        /// Answers nil where there is nothing new to see.
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
    /// What makes the former rows into these; the first rows of all follow on none.
    public let changes: [ArtistTable.Change]
    /// How fresh the rows are; nil until there is a page.
    public let freshness: FreshnessModel?

    init(_ table: ArtistTable, _ changes: [ArtistTable.Change]) {
        rows = table.rows
        self.changes = changes
        freshness = table.freshness
    }
}
