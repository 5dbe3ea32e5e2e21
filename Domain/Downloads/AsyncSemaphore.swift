/// So many places, which one task hands out and others give back.
struct AsyncSemaphore {
    private let places: AsyncStream<Void>.Continuation
    private var free: AsyncStream<Void>.Iterator

    init(_ count: Int) {
        let (stream, places) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<count { places.yield() }
        self.places = places
        free = stream.makeAsyncIterator()
    }

    /// Gives a place back.
    var give: @Sendable () -> Void { { [places] in places.yield() } }

    /// Lets nobody wait any more.
    var close: @Sendable () -> Void { { [places] in places.finish() } }

    /// Waits for a place; answers false where none will come, as in a task that is cancelled.
    mutating func take() async -> Bool { await free.next() != nil }
}
