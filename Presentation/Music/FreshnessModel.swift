public import FermataDomain
public import Foundation

/// The freshness of a screen as a line of text.
public struct FreshnessModel: Equatable, Sendable {
    private static let nameLimit = 3
    public let text: String
    /// Whether a source failed.
    public let isProblem: Bool
    /// Whether no source was updated, and every failed one was unreachable.
    public let isOffline: Bool
    /// Whether a refresh is running.
    public let isRefreshing: Bool

    public init(_ freshness: Freshness, now: Date) {
        isRefreshing = if case .refreshing = freshness { true } else { false }
        isProblem = if case .offline = freshness { true } else { false }
        isOffline =
            if case .offline(_, let failures, []) = freshness { Self.isUnreachable(failures) } else { false }
        text =
            switch freshness {
            case .noSources: "No source to update from"
            case .stored(let since): since.map { "Updated " + AgeText(of: $0, now: now).text } ?? "Never updated"
            case .refreshing: SyncText.running
            case .fresh(let date): "Updated " + AgeText(of: date, now: now).text
            case .offline(let since, let failures, []): Self.problem(failures) + " " + Self.shown(since, now: now)
            case .offline(let since, let failures, let updated):
                Self.partial(failures, updated) + " " + Self.shownOfFailed(failures.count, since, now: now)
            }
    }

    private static func isUnreachable(_ failures: [SourceFailure]) -> Bool {
        failures.allSatisfy { $0.kind == .unreachable }
    }

    private static func problem(_ failures: [SourceFailure]) -> String {
        guard !failures.isEmpty else { return "Offline." }
        return (isUnreachable(failures) ? "Offline: " : "Not updated: ") + clauses(of: failures) + "."
    }

    /// `Updated: shop. Not updated: cannot reach http://a (the connection failed).`
    private static func partial(_ failures: [SourceFailure], _ updated: [String]) -> String {
        var names = updated.prefix(nameLimit).map(\.onOneLine)
        if updated.count > nameLimit { names.append(CountText(updated.count - nameLimit, "more source").text) }
        return "Updated: \(names.joined(separator: ", ")). Not updated: \(clauses(of: failures))."
    }

    private static func clauses(of failures: [SourceFailure]) -> String {
        var clauses = failures.prefix(nameLimit).map(\.clause)
        if failures.count > nameLimit {
            clauses.append(CountText(failures.count - nameLimit, "more source").text + " failed")
        }
        return clauses.joined(separator: "; ")
    }

    private static func shown(_ since: Date?, now: Date) -> String {
        guard let since else { return "Showing stored songs." }
        return "Showing what was stored \(AgeText(of: since, now: now).text)."
    }

    private static func shownOfFailed(_ count: Int, _ since: Date?, now: Date) -> String {
        let age = since.map { " " + AgeText(of: $0, now: now).text } ?? ""
        return "\(count == 1 ? "Its" : "Their") songs are shown as stored\(age)."
    }
}

extension SourceFailure {
    fileprivate var clause: String {
        let place = address.onOneLine
        let reason = cause.clause.onOneLine
        let because = " (\(reason))"
        return switch kind {
        case .unreachable: "cannot reach \(place)\(because)"
        case .refused: "cannot read \(place)\(because)"
        case .busy: "\(place) is busy\(because)"
        case .badData: "cannot use the content of \(place)\(because)"
        }
    }
}
