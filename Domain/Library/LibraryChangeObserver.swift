/// Tells when what the library holds has changed, whichever program changed it.
public protocol LibraryChangeObserver: Sendable {
    /// A number that is another after each change, by this program or another. It costs microseconds.
    ///
    /// Throws `LibraryError`: `.busy` at once where another program lets nobody read.
    func version() throws -> Int

    /// The version now, and each later one that is met, until the consumer stops.
    ///
    /// Changes in quick succession are told as one, and a library that is busy for a moment is looked at again.
    /// Throws `LibraryError`.
    func versions() -> AsyncThrowingStream<Int, any Error>
}
