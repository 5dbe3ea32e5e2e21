import Hummingbird
import Synchronization

/// Answers that are kept for as long as the library is the same, by what was asked for.
///
/// What is full is emptied: its bounds are in answers and in bytes.
final class ResponseCache: Sendable {
    private static let mostAnswers = 512
    private static let mostBytes = 8 << 20

    private struct State {
        var version: Int?
        var answers: [String: BufferedResponse] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())
    private let version: @Sendable () throws -> Int?

    /// `version` is that of the library; nil where it is not known now.
    init(version: @escaping @Sendable () throws -> Int?) {
        self.version = version
    }

    /// The answer to a request that was answered before, since when nothing has changed.
    func kept(for request: Request) throws -> Response? {
        guard request.method == .get else { return nil }
        let kept = state.withLock { ($0.answers[request.uri.string], $0.version) }
        guard let answer = kept.0, let version = try version(), version == kept.1 else { return nil }
        return answer.response(to: request)
    }

    /// Answers a request with what `make` makes, and keeps it.
    func answer(_ request: Request, make: () async throws -> BufferedResponse) async throws -> Response {
        // Read before the rest: what changes meanwhile makes the answer one that is not kept for long.
        let version = try version()
        let answer = try await make()
        let key = request.uri.string
        let size = answer.body.readableBytes + 2 * key.utf8.count
        if request.method == .get, let version, size <= Self.mostBytes / 8 {
            state.withLock { state in
                let isFull = state.answers.count >= Self.mostAnswers || state.bytes + size > Self.mostBytes
                if state.version != version || isFull { state = State(version: version) }
                if state.answers.updateValue(answer.hardened, forKey: key) == nil { state.bytes += size }
            }
        }
        return answer.response(to: request)
    }
}
