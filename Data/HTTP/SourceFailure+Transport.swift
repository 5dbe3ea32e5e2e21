import AsyncHTTPClient
import FermataDomain
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

extension SourceFailure {
    /// Creates the failure for a request that ended without a complete response.
    init(transport error: any Error, address: String, limits: CatalogueLimits = CatalogueLimits()) {
        let (kind, reason): (Kind, String) =
            switch error {
            case let error as NIOConnectionError: (.unreachable, Self.reason(of: error))
            case let error as IOError: (.unreachable, Self.reason(of: error))
            case let error as HTTPClientError: Self.meaning(of: error)
            case let error as NIOSSLError: Self.meaning(of: error)
            case is NIOSSLExtraError: (.refused, "has a certificate for another name")
            case is HTTPParserError: (.unreachable, "broke off, or does not speak HTTP")
            case let error as NIOHTTPDecompression.DecompressionError where error == .limit:
                (.badData, "unpacks to more than \(limits.unpackingRatio) times its size")
            case let error as NIOHTTPDecompression.ExtraDecompressionError where error == .truncatedData:
                (.unreachable, "broke off in the middle")
            case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
                (.badData, "is packed in a damaged way (gzip)")
            case let error as DocumentError: (.badData, error.reason)
            default: (.unreachable, "could not be read: the connection failed")
            }
        self.init(kind, address: address, reason: reason)
    }

    private static func reason(of error: NIOConnectionError) -> String {
        if let failure = error.connectionErrors.first {
            return (failure.error as? IOError).map(reason) ?? "could not be connected to"
        }
        return "is on a host that cannot be found: \(error.host)"
    }

    private static func reason(of error: IOError) -> String {
        switch error.errnoCode {
        case ECONNREFUSED: "refuses the connection: nothing listens there"
        case ECONNRESET, EPIPE: "reset the connection"
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN: "cannot be reached: there is no way to its network"
        case ETIMEDOUT: "did not answer in time"
        default: "could not be read: the connection failed"
        }
    }

    private static func meaning(of error: HTTPClientError) -> (Kind, String) {
        switch error {
        case .remoteConnectionClosed, .uncleanShutdown: (.unreachable, "broke off in the middle")
        case .connectTimeout, .getConnectionFromPoolTimeout: (.unreachable, "could not be connected to in time")
        case .tlsHandshakeTimeout: (.unreachable, "did not set up a secure connection (TLS) in time")
        case .readTimeout, .writeTimeout, .deadlineExceeded: (.unreachable, "did not answer in time")
        case .redirectLimitReached: (.refused, "redirects more than 5 times")
        case .redirectCycleDetected: (.refused, "redirects in a circle")
        case .invalidURL, .emptyHost, .emptyScheme: (.refused, "is not an address that can be read")
        default: (.unreachable, "could not be read: the request failed")
        }
    }

    private static func meaning(of error: NIOSSLError) -> (Kind, String) {
        switch error {
        case .uncleanShutdown: (.unreachable, "broke off in the middle")
        case .handshakeFailed(let cause): (.refused, reason(ofHandshake: String(describing: cause)))
        case .noCertificateToValidate, .unableToValidateCertificate:
            (.refused, "has a certificate that cannot be checked")
        default: (.refused, "cannot be connected to securely (TLS)")
        }
    }

    private static func reason(ofHandshake cause: String) -> String {
        if cause.contains("CERTIFICATE_VERIFY_FAILED") { return "has a certificate that is not trusted" }
        if cause.contains("WRONG_VERSION_NUMBER") || cause.contains("HTTP_REQUEST") {
            return "does not speak TLS there: is it http:// that is meant?"
        }
        return "cannot be connected to securely (TLS)"
    }
}
