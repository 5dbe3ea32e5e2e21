import FermataDomain

/// Sends the requests of one read of a server, such as that of its songs, and retries each of them by itself.
actor SubsonicReader {
    nonisolated let client: SubsonicClient
    private let clock: any Clock<Duration>
    private var budget: RetryBudget
    /// The number of parts in a row that the server did not send.
    private var unreadableCount = 0

    init(_ client: SubsonicClient, retries: RetryPolicy, clock: any Clock<Duration>) {
        self.client = client
        self.clock = clock
        budget = RetryBudget(retries)
    }

    /// Returns the content of a method's response, which must not have more than `limit` elements of its list.
    ///
    /// Temporary failures are retried; other content than the requested one as well if `retriesContent` is true. Throws
    /// `SubsonicError` for an error about the requested item, otherwise `SourceFailure`.
    func call<Content: SubsonicContent>(
        _ request: SubsonicRequest, limit: Int = 0, retriesContent: Bool = false,
        returning type: Content.Type = Content.self
    ) async throws -> Content {
        while true {
            if budget.pace > .zero { try await clock.sleep(for: budget.pace) }
            do {
                let content = try await client.call(request, limit: limit, returning: type)
                budget.succeed()
                unreadableCount = 0
                return content
            } catch {
                guard let failure = client.failure(of: error),
                    let pause = budget.pause(after: failure, retriesContent: retriesContent && !error.isOfMissingItem)
                else { throw error }
                try await clock.sleep(for: pause)
            }
        }
    }

    /// Returns why the server does not send a part of its content, such as an album, if it still responds to others.
    ///
    /// Throws the error of the part's request if the server does not respond, or if that is no failure of the server.
    /// Throws `ContentFailure.noProgress` if the server did not send any of the last parts.
    func reason(for error: any Error) async throws -> SourceFailureCause {
        guard let failure = client.failure(of: error) else { throw error }
        if case .content(.noProgress) = failure.cause { throw error }
        unreadableCount += 1
        guard unreadableCount <= SubsonicLimits.unreadableParts else {
            let requests = SubsonicLimits.unreadableParts
            throw SourceFailure(.content(.noProgress(requests: requests)), address: failure.address)
        }
        do {
            _ = try await client.call(SubsonicRequest("ping"), returning: SubsonicSuccess.self)
        } catch let other as SourceFailure {
            guard case .busy = other.kind else { throw failure }
        }
        return failure.cause
    }
}

extension Error {
    /// Whether a server reports that it does not have the requested item.
    var isOfMissingItem: Bool { (self as? SubsonicError)?.code == SubsonicError.notFoundCode }
}
