import AsyncHTTPClient
import FermataDomain
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

extension SourceFailure {
    /// The failure of a request that ended without a complete response.
    init(transport error: any Error, address: String, limits: CatalogueLimits = CatalogueLimits()) {
        self.init(Self.cause(of: error, limits: limits), address: address)
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
