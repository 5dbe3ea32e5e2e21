import AsyncHTTPClient
import FermataDomain
package import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

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

/// The waiting time in a `Retry-After` header, in seconds or as a date (RFC 9110, 10.2.3).
package struct RetryAfter {
    package let duration: Duration

    /// Reads a header's value; nil for text that is neither seconds nor a date. A past date means zero.
    package init?(_ text: String, now: Date) {
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            duration = .seconds(Int32(text) ?? .max)
        } else if let date = Self.date(text) {
            duration = .seconds(min(max(0, date.timeIntervalSince(now)), Double(Int32.max)))
        } else {
            return nil
        }
    }

    /// Parses an HTTP date (RFC 9110, 5.6.7); nil for any other text.
    static func date(_ text: String) -> Date? { try? format.parse(text) }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static var format: Date.ParseStrategy {
        Date.ParseStrategy(
            format: """
                \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
                \(second: .twoDigits) GMT
                """,
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
    }
}

extension SourceFailure {
    /// The failure of a request that ended without a complete response.
    init(transport error: any Error, address: String, limits: CatalogueLimits = CatalogueLimits()) {
        self.init(Self.cause(of: error, limits: limits), address: address)
    }

    /// Sends a request or reads its response.
    ///
    /// Throws `SourceFailure`, or `CancellationError` if the task was cancelled.
    static func reporting<Value>(
        _ address: String, limits: CatalogueLimits = CatalogueLimits(), _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let failure as SourceFailure {
            throw failure
        } catch {
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            throw SourceFailure(transport: error, address: address, limits: limits)
        }
    }

    private static func cause(of error: any Error, limits: CatalogueLimits) -> SourceFailureCause {
        switch error {
        case let error as NIOConnectionError: cause(of: error)
        case let error as IOError: cause(of: error)
        case let error as HTTPClientError: cause(of: error)
        case let error as NIOSSLError: cause(of: error)
        case is NIOSSLExtraError: .tls(.wrongName)
        case HTTPParserError.invalidEOFState: .truncated
        case is HTTPParserError: .notHTTP
        case let error as NIOHTTPDecompression.DecompressionError where error == .limit:
            .content(.compressionRatio(limit: limits.unpackingRatio))
        case let error as NIOHTTPDecompression.ExtraDecompressionError where error == .truncatedData: .truncated
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            .content(.damagedCompression)
        case let failure as ContentFailure: .content(failure)
        default: .connectionFailed
        }
    }

    private static func cause(of error: NIOConnectionError) -> SourceFailureCause {
        guard let failure = error.connectionErrors.first else { return .hostNotFound }
        return (failure.error as? IOError).map(cause) ?? .connectionFailed
    }

    private static func cause(of error: IOError) -> SourceFailureCause {
        switch error.errnoCode {
        case ECONNREFUSED: .connectionRefused
        case ECONNRESET, EPIPE: .connectionReset
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN: .networkUnreachable
        case ETIMEDOUT: .timedOut(after: nil)
        default: .connectionFailed
        }
    }

    private static func cause(of error: HTTPClientError) -> SourceFailureCause {
        switch error {
        case .remoteConnectionClosed, .uncleanShutdown: .truncated
        case .connectTimeout, .getConnectionFromPoolTimeout: .connectionTimedOut
        case .tlsHandshakeTimeout: .tls(.timedOut)
        case .readTimeout, .writeTimeout, .deadlineExceeded: .timedOut(after: nil)
        case .redirectLimitReached: .redirect(.tooMany(limit: HTTPClient.redirectLimit))
        case .redirectCycleDetected: .redirect(.loop)
        case .invalidURL, .emptyHost, .emptyScheme: .invalidAddress(.notAURL)
        default: .connectionFailed
        }
    }

    private static func cause(of error: NIOSSLError) -> SourceFailureCause {
        switch error {
        case .uncleanShutdown: .truncated
        case .handshakeFailed(let cause): .tls(TLSFailure(handshake: cause))
        case .noSuchFilesystemObject, .failedToLoadCertificate: .tls(.invalidCertificates)
        case .noCertificateToValidate, .unableToValidateCertificate: .tls(.unverifiableCertificate)
        default: .tls(.failed)
        }
    }
}

extension TLSFailure {
    /// Creates the failure of a handshake. SwiftNIO publishes its reason only as a constant's name in the description.
    fileprivate init(handshake error: BoringSSLError) {
        let names = String(describing: error).split { !$0.isLetter && $0 != "_" }
        self =
            names.contains("CERTIFICATE_VERIFY_FAILED")
            ? .untrustedCertificate
            : names.contains("WRONG_VERSION_NUMBER") || names.contains("HTTP_REQUEST") ? .notTLS : .failed
    }
}
