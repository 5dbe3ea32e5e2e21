import AsyncHTTPClient
import Synchronization

/// An HTTP client that is made when it is first asked for.
///
/// What works offline does not start its threads.
final class LazyHTTPClient: Sendable {
    private let make: @Sendable () -> HTTPClient
    private let made = Mutex<HTTPClient?>(nil)

    init(_ make: @escaping @Sendable () -> HTTPClient) {
        self.make = make
    }

    var value: HTTPClient {
        made.withLock { client in
            let value = client ?? make()
            client = value
            return value
        }
    }

    func shutdown() async throws {
        try await made.withLock { $0 }?.shutdown()
    }
}
