import FermataDomain

/// The states of an artist's screen. A failure is a message row of the last state.
public struct ArtistScreenUpdates: AsyncSequence, Sendable {
    let pages: AsyncThrowingStream<ArtistPageUpdate, any Error>
    let screen: ArtistScreen

    public func makeAsyncIterator() -> Iterator {
        Iterator(updates: pages.makeAsyncIterator(), screen: screen)
    }

    /// Computes each state on demand, in place if the consumer has released the earlier state.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Progress {
            case notStarted, running, ended
        }

        private var updates: AsyncThrowingStream<ArtistPageUpdate, any Error>.Iterator
        private var screen: ArtistScreen
        private var progress = Progress.notStarted

        init(updates: AsyncThrowingStream<ArtistPageUpdate, any Error>.Iterator, screen: ArtistScreen) {
            self.updates = updates
            self.screen = screen
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> ArtistScreenUpdate? {
            switch progress {
            case .notStarted:
                progress = .running
                return ArtistScreenUpdate(screen)
            case .running:
                do {
                    while let update = try await updates.next(isolation: actor) {
                        if show(update) { return ArtistScreenUpdate(screen) }
                    }
                    progress = .ended
                    return nil
                } catch {
                    progress = .ended
                    screen.fail(error)
                    return ArtistScreenUpdate(screen)
                }
            case .ended: return nil
            }
        }

        /// Returns whether the update changes the screen.
        private mutating func show(_ update: ArtistPageUpdate) -> Bool {
            switch update {
            case .page(let page): screen.show(page)
            case .download(let download): screen.update(download)
            }
        }
    }
}

/// An artist's screen after a change.
public struct ArtistScreenUpdate: Equatable, Sendable {
    public let rows: [ArtistCellModel]
    /// How fresh the rows are; nil before the first page.
    public let freshness: FreshnessModel?

    init(_ screen: ArtistScreen) {
        rows = screen.rows
        freshness = screen.freshness
    }
}
