import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOHTTP1

extension SourceFailure {
    /// Says what an answer means that brings nothing, by its status.
    ///
    /// `now` is what a date to come back at is measured from.
    init(answer response: HTTPClientResponse, address: String, now: Date) {
        let status = response.status
        let wait = response.headers.first(name: "Retry-After").flatMap { RetryAfter($0, now: now)?.duration }
        let kind: Kind =
            switch status.code {
            case 429: .busy(retryAfter: wait)
            case 503: wait.map { .busy(retryAfter: $0) } ?? .unreachable
            case 500...: .unreachable
            default: .refused
            }
        let reason = Self.unfollowedRedirect(response) ?? "answers \(Self.name(of: status))"
        self.init(kind, address: address, reason: reason)
    }

    /// Why a redirect is not followed; nil for an answer that is none.
    private static func unfollowedRedirect(_ response: HTTPClientResponse) -> String? {
        guard (300..<400).contains(response.status.code), let location = response.headers.first(name: "Location")
        else { return nil }
        if let scheme = URL(string: location)?.scheme?.lowercased(), !["http", "https"].contains(scheme) {
            return "redirects to \(scheme):, where only http and https are followed"
        }
        return response.isRedirect ? "redirects to an address that does not exist" : nil
    }

    /// The number with its standard phrase, since the phrase sent is the server's own.
    private static func name(of status: HTTPResponseStatus) -> String {
        let phrase = HTTPResponseStatus(statusCode: Int(status.code)).reasonPhrase
        return phrase.isEmpty ? "\(status.code)" : "\(status.code) \(phrase)"
    }
}
