package import FermataDomain
package import FermataPresentation

/// Reports changes of the library by other programs to the TUI.
package struct LibraryChangeFollower: Sendable {
    private let observer: any LibraryChangeObserver
    private let clock: any Clock<Duration>
    private let retryInterval: Duration
    /// The version before the TUI reads anything; nil if it could not be read.
    private let initialVersion: Int?

    /// Records the current version; `run` reports every later change, and retries after failures.
    package init(
        _ observer: any LibraryChangeObserver, clock: any Clock<Duration>, retryInterval: Duration = .seconds(1)
    ) {
        self.observer = observer
        self.clock = clock
        self.retryInterval = retryInterval
        do { initialVersion = try observer.version() } catch { initialVersion = nil }
    }

    /// Follows the library until the task is cancelled; continues when a missing library file returns.
    ///
    /// Throws `LibraryError.damaged`.
    package func run(_ report: (TUIEvent) -> Void) async throws {
        var lastVersion = initialVersion
        while true {
            do {
                for try await version in observer.versions() {
                    if version != lastVersion { report(.libraryChanged) }
                    lastVersion = version
                }
                return
            } catch let error as LibraryError {
                if case .damaged = error { throw error }
                lastVersion = nil
                report(.libraryFailed(ProblemModel(error)))
                try await clock.sleep(for: retryInterval)
            }
        }
    }
}
