public import FermataDomain

/// Emits the versions that a test sends.
public final class LibraryChangeObserverStub: LibraryChangeObserver {
    private let stream: AsyncThrowingStream<Int, any Error>
    private let continuation: AsyncThrowingStream<Int, any Error>.Continuation

    public init() {
        (stream, continuation) = AsyncThrowingStream.makeStream()
    }

    public func version() throws -> Int { 1 }

    public func versions() -> AsyncThrowingStream<Int, any Error> { stream }

    public func send(_ version: Int) { continuation.yield(version) }

    public func end() { continuation.finish() }

    public func fail(_ error: any Error) { continuation.finish(throwing: error) }
}
