/// Reports changes of the library by any program.
public protocol LibraryChangeObserver: Sendable {
    /// Returns a number that differs after each change by any program. Takes microseconds.
    ///
    /// Throws `LibraryError`, which is `.busy` without waiting if another program blocks reading.
    func version() throws -> Int

    /// Emits the current version and each later one, until the consumer stops.
    ///
    /// Combines changes in quick succession, and retries while the library is busy for a moment.
    /// Throws `LibraryError`.
    func versions() -> AsyncThrowingStream<Int, any Error>
}
