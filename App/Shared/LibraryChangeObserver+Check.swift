package import FermataDomain

extension LibraryChangeObserver {
    /// Throws if the library's file was removed: while it is open, changes to it succeed but are lost.
    func checkLibrary() throws { _ = try knownVersion() }

    /// Returns the version; nil if another program locks the library from readers. Throws `LibraryError`.
    func knownVersion() throws -> Int? {
        do { return try version() } catch LibraryError.busy { return nil }
    }

    /// Waits at most a second for a program that locks the library from readers, for example after a crash.
    ///
    /// Throws `LibraryError.busy` if it takes longer.
    package func waitUntilFree(clock: any Clock<Duration>) async throws {
        for _ in 1...5 {
            if try knownVersion() != nil { return }
            try await clock.sleep(for: .milliseconds(200))
        }
        _ = try version()
    }
}
