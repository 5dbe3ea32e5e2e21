package import FermataDomain

extension LibraryChangeObserver {
    /// Throws where the library's file is gone: while it is open, it would take changes that nobody sees again.
    func checkLibrary() throws { _ = try knownVersion() }

    /// The version; nil where another program lets nobody read. Throws `LibraryError`.
    func knownVersion() throws -> Int? {
        do { return try version() } catch LibraryError.busy { return nil }
    }

    /// Waits for a program that lets nobody read, as after a crash it does for a moment: a second at the most.
    ///
    /// Throws `LibraryError`, `.busy` where that is not enough.
    package func waitUntilFree(clock: any Clock<Duration> = ContinuousClock()) async throws {
        for _ in 1...5 {
            if try knownVersion() != nil { return }
            try await clock.sleep(for: .milliseconds(200))
        }
        _ = try version()
    }
}
