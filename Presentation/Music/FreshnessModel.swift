public import FermataDomain
public import Foundation

/// The freshness of a screen as a line of text.
public struct FreshnessModel: Equatable, Sendable {
    private static let namedFailures = 3
    public let text: String
    /// Whether a source failed.
    public let isProblem: Bool
    /// Whether every failed source was unreachable.
    public let isOffline: Bool
    /// Whether a refresh is running.
    public let isRefreshing: Bool

    public init(_ freshness: Freshness, now: Date) {
        isRefreshing = if case .refreshing = freshness { true } else { false }
        isOffline = if case .offline(_, let failures) = freshness { Self.isOffline(failures) } else { false }
        switch freshness {
        case .sourceless:
            text = "No source to update from"
            isProblem = false
        case .stored(let since):
            text = since.map { "Updated " + AgeText(of: $0, now: now).text } ?? "Never updated"
            isProblem = false
        case .refreshing:
            text = SyncText.running
            isProblem = false
        case .fresh(let date):
            text = "Updated " + AgeText(of: date, now: now).text
            isProblem = false
        case .offline(let since, let failures):
            text = Self.problem(failures) + " " + Self.shown(since, now: now)
            isProblem = true
        }
    }

    private static func isOffline(_ failures: [SourceFailure]) -> Bool {
        failures.allSatisfy { $0.kind == .unreachable }
    }

    private static func problem(_ failures: [SourceFailure]) -> String {
        guard !failures.isEmpty else { return "Offline." }
        var clauses = failures.prefix(namedFailures).map(\.clause)
        if failures.count > namedFailures {
            clauses.append(CountText(failures.count - namedFailures, "more source").text + " failed")
        }
        return (isOffline(failures) ? "Offline: " : "Not updated: ") + clauses.joined(separator: "; ") + "."
    }

    private static func shown(_ since: Date?, now: Date) -> String {
        guard let since else { return "Showing what is stored." }
        return "Showing what was stored \(AgeText(of: since, now: now).text)."
    }
}

extension SourceFailure {
    fileprivate var clause: String {
        let place = address.onOneLine
        let reason = SourceFailureText(cause).text.onOneLine
        let because = " (\(reason))"
        return switch kind {
        case .unreachable: "cannot reach \(place)\(because)"
        case .refused: "cannot read \(place)\(because)"
        case .busy: "\(place) is busy\(because)"
        case .badData: "cannot use the content of \(place)\(because)"
        }
    }
}
