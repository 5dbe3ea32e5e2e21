import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOHTTP1

extension SourceFailure {
    /// Creates the failure for a response without usable content, by its status.
    ///
    /// A date in `Retry-After` is measured from `now`.
    init(_ response: HTTPClientResponse, address: String, now: Date) {
        let status = response.status
        let delay = response.headers.first(name: "Retry-After").flatMap { RetryAfter($0, now: now)?.duration }
        let kind: Kind =
            switch status.code {
            case 429: .busy(retryAfter: delay)
            case 503: delay.map { .busy(retryAfter: $0) } ?? .unreachable
            case 500...: .unreachable
            default: .refused
            }
        let reason = Self.unfollowedRedirect(response) ?? "answers \(Self.name(of: status))"
        self.init(kind, address: address, reason: reason)
    }

    /// Why a redirect is not followed; nil for a response that is no redirect.
    private static func unfollowedRedirect(_ response: HTTPClientResponse) -> String? {
        guard (300..<400).contains(response.status.code), let location = response.headers.first(name: "Location")
        else { return nil }
        if let scheme = URL(string: location)?.scheme?.lowercased(), !["http", "https"].contains(scheme) {
            return "redirects to \(scheme):, where only http and https are followed"
        }
        return response.status.isRedirect ? "redirects to an address that does not exist" : nil
    }

    /// The status code with its standard phrase, because servers may send any phrase.
    private static func name(of status: HTTPResponseStatus) -> String {
        let phrase = HTTPResponseStatus(statusCode: Int(status.code)).reasonPhrase
        return phrase.isEmpty ? "\(status.code)" : "\(status.code) \(phrase)"
    }
}
