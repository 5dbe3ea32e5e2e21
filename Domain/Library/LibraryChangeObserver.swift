/// Reports changes of the library by any program.
public protocol LibraryChangeObserver: Sendable {
    /// Returns a number that differs after each change by any program, within microseconds.
    ///
    /// Throws `LibraryError`: `.busy` at once if another program blocks reading.
    func version() throws -> Int

    /// Emits the current version and each later one, until the consumer stops.
    ///
    /// Combines changes in quick succession, and retries while the library is briefly busy. Throws `LibraryError`.
    func versions() -> AsyncThrowingStream<Int, any Error>
}
