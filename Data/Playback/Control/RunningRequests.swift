/// Counts requests, so that their server can wait for the last one.
actor RunningRequests {
    private var count = 0
    private var waiting: CheckedContinuation<Void, Never>?

    /// Runs and counts a request.
    func count(_ request: @Sendable () async throws -> Void) async throws {
        count += 1
        defer {
            count -= 1
            if count == 0 {
                waiting?.resume()
                waiting = nil
            }
        }
        try await request()
    }

    /// Waits until no request runs.
    func end() async {
        if count == 0 { return }
        await withCheckedContinuation { waiting = $0 }
    }
}
