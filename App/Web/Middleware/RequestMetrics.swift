import HTTPTypes
import Hummingbird
import Synchronization

/// Counts and times all requests.
struct MetricsMiddleware: RouterMiddleware {
    let metrics: RequestMetrics
    let clock: any Clock<Duration>

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let (response, duration) = try await Self.timed(with: clock) { try await next(request, context) }
        metrics.record(RequestMetrics.Kind(path: request.uri.path), status: response.status.code, took: duration)
        return response
    }

    private static func timed(
        with clock: some Clock<Duration>, _ body: () async throws -> Response
    ) async throws -> (Response, Duration) {
        let start = clock.now
        let response = try await body()
        return (response, start.duration(to: clock.now))
    }
}

/// How many requests a server has responded to, and how long they took until the response began.
final class RequestMetrics: Sendable {
    /// What a client wants.
    enum Kind: String {
        case page, api, asset, monitoring
        /// A reply to an app of the Subsonic API.
        case app

        init(path: String) {
            switch path.split(separator: "/", maxSplits: 1).first {
            case "api": self = .api
            case "assets": self = .asset
            case "rest": self = .app
            case "health", "metrics": self = .monitoring
            default: self = .page
            }
        }
    }

    private struct Series {
        /// The number of requests up to each bound that were above the one before, and of those above all.
        var counts = [Int](repeating: 0, count: RequestMetrics.bounds.count + 1)
        var sum = Duration.zero
        var statuses: [Int: Int] = [:]

        mutating func add(_ status: Int, _ duration: Duration, at index: Int) {
            counts[index] += 1
            sum += duration
            statuses[status, default: 0] += 1
        }
    }

    /// In seconds, as clients of Prometheus have them by default.
    private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private let series = Mutex<[Kind: Series]>([:])

    /// O(1).
    func record(_ kind: Kind, status: Int, took duration: Duration) {
        let seconds = duration / .seconds(1)
        let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        series.withLock { $0[kind, default: Series()].add(status, duration, at: index) }
    }

    /// The metrics as Prometheus reads them.
    ///
    /// Source: https://prometheus.io/docs/instrumenting/exposition_formats/
    var text: String {
        let series = series.withLock { $0 }.sorted { $0.key.rawValue < $1.key.rawValue }
        var lines = [
            "# HELP fermata_requests_total The number of requests by kind and status.",
            "# TYPE fermata_requests_total counter",
        ]
        for (kind, values) in series {
            for (status, count) in values.statuses.sorted(by: { $0.key < $1.key }) {
                lines.append("fermata_requests_total{kind=\"\(kind.rawValue)\",status=\"\(status)\"} \(count)")
            }
        }
        let name = "fermata_request_duration_seconds"
        lines += [
            "# HELP \(name) The time from a request until its response began.", "# TYPE \(name) histogram",
        ]
        for (kind, values) in series {
            var total = 0
            for (bound, count) in zip(Self.bounds.map(String.init(describing:)) + ["+Inf"], values.counts) {
                total += count
                lines.append("\(name)_bucket{kind=\"\(kind.rawValue)\",le=\"\(bound)\"} \(total)")
            }
            lines.append("\(name)_sum{kind=\"\(kind.rawValue)\"} \(values.sum / .seconds(1))")
            lines.append("\(name)_count{kind=\"\(kind.rawValue)\"} \(total)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
