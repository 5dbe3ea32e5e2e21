import AsyncHTTPClient
import Synchronization

/// An HTTP client that is created on first use, so that offline commands do not start its threads.
final class LazyHTTPClient: Sendable {
    private let make: @Sendable () -> HTTPClient
    private let created = Mutex<HTTPClient?>(nil)

    init(_ make: @escaping @Sendable () -> HTTPClient) {
        self.make = make
    }

    var value: HTTPClient {
        created.withLock { client in
            let value = client ?? make()
            client = value
            return value
        }
    }

    func shutdown() async throws {
        try await created.withLock { $0 }?.shutdown()
    }
}
