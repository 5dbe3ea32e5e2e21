import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOHTTP1

/// What the head of an answer means for a catalogue.
enum HTTPAnswer {
    case document(revision: HTTPRevision?)
    case unchanged

    /// Throws `SourceFailure` for an answer that brings no document.
    init(_ response: HTTPClientResponse, wasConditional: Bool, address: String, now: Date) throws(SourceFailure) {
        let status = response.status
        let kind: SourceFailure.Kind
        switch status.code {
        case 200, 203, 204:
            self = .document(revision: HTTPRevision(answer: response.headers))
            return
        case 304 where wasConditional:
            self = .unchanged
            return
        case 300..<400:
            throw SourceFailure(.refused, address: address, reason: Self.unfollowed(response))
        case 429: kind = .busy(retryAfter: Self.retryAfter(response, now: now))
        case 503:
            let wait = Self.retryAfter(response, now: now)
            kind = wait.map { .busy(retryAfter: $0) } ?? .unreachable
        case 500...: kind = .unreachable
        default: kind = .refused
        }
        throw SourceFailure(kind, address: address, reason: "answers \(Self.name(of: status))")
    }

    private static func retryAfter(_ response: HTTPClientResponse, now: Date) -> Duration? {
        response.headers.first(name: "Retry-After").flatMap { RetryAfter($0, now: now)?.duration }
    }

    private static func unfollowed(_ response: HTTPClientResponse) -> String {
        let scheme = response.headers.first(name: "Location").flatMap { URL(string: $0)?.scheme?.lowercased() }
        guard let scheme, !["http", "https"].contains(scheme) else { return "answers \(name(of: response.status))" }
        return "redirects to \(scheme):, where only http and https are followed"
    }

    /// The number with its standard phrase, since the phrase sent is the server's own.
    private static func name(of status: HTTPResponseStatus) -> String {
        let phrase = HTTPResponseStatus(statusCode: Int(status.code)).reasonPhrase
        return phrase.isEmpty ? "\(status.code)" : "\(status.code) \(phrase)"
    }
}
