import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOHTTP1

extension SourceFailure {
    /// Creates the failure for a response without usable content, by its status.
    ///
    /// A date in `Retry-After` is measured from `now`.
    init(_ response: HTTPClientResponse, address: String, now: Date) {
        let code = Int(response.status.code)
        if let redirect = Self.unfollowedRedirect(response) {
            self.init(.redirect(redirect), address: address)
        } else {
            let delay = [429, 503].contains(code) ? Self.delay(response, now: now) : nil
            self.init(.status(code, retryAfter: delay), address: address)
        }
    }

    private static func delay(_ response: HTTPClientResponse, now: Date) -> Duration? {
        response.headers.first(name: "Retry-After").flatMap { RetryAfter($0, now: now)?.duration }
    }

    /// Why a redirect is not followed; nil for a response that is no redirect.
    private static func unfollowedRedirect(_ response: HTTPClientResponse) -> RedirectFailure? {
        guard (300..<400).contains(response.status.code), let location = response.headers.first(name: "Location")
        else { return nil }
        if let scheme = URL(string: location)?.scheme?.lowercased(), !["http", "https"].contains(scheme) {
            return .unsupportedScheme(scheme)
        }
        return response.status.isRedirect ? .invalidAddress : nil
    }
}
