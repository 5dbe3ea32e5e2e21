package import FermataDomain
package import FermataPresentation

/// Tells when the library is another than what the browser reads.
package struct LibraryChangeFollower: Sendable {
    private let watch: any LibraryChangeObserver
    private let pause: Duration
    /// The version before anything is read; nil where it could not be told, which watching it tells.
    private let first: Int?

    /// Whatever changes from now on is told. After a failure the library is looked at again once the pause is over.
    package init(_ watch: any LibraryChangeObserver, pause: Duration = .seconds(1)) {
        self.watch = watch
        self.pause = pause
        do { first = try watch.version() } catch { first = nil }
    }

    /// Follows the library until it is cancelled: whoever moved it away may bring it back.
    ///
    /// Throws `LibraryError.damaged`.
    package func run(_ report: (TUIEvent) -> Void) async throws {
        var known = first
        while true {
            do {
                for try await version in watch.versions() {
                    if version != known { report(.libraryChanged) }
                    known = version
                }
                return
            } catch let error as LibraryError {
                if case .damaged = error { throw error }
                known = nil
                report(.libraryFailed(ErrorReport(error).line))
                try await Task.sleep(for: pause)
            }
        }
    }
}
