package import AsyncHTTPClient
package import FermataDomain
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

extension HTTPClient {
    /// Returns a client configured for the HTTP repositories. The caller shuts it down.
    ///
    /// The client decompresses gzip within the limits. It tries each connection once, follows no redirects and has no
    /// read time-out: `follow` and `StallDetector` do that. `addresses` overrides DNS: it maps hosts to IP addresses.
    /// `certificates` are files (PEM) of certificates to trust in addition to those of the system.
    package static func fermata(
        timeouts: HTTPTimeouts = HTTPTimeouts(), limits: CatalogueLimits = CatalogueLimits(),
        addresses: [String: String] = [:], certificates: [String] = []
    ) -> HTTPClient {
        var configuration = Configuration(
            redirectConfiguration: .disallow,
            timeout: Configuration.Timeout(connect: TimeAmount(timeouts.connect)),
            decompression: .enabled(limit: .ratio(limits.unpackingRatio)))
        configuration.dnsOverride = addresses
        if !certificates.isEmpty {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.additionalTrustRoots = certificates.map(CertificateFile.trustRoots)
            configuration.tlsConfiguration = tls
        }
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Sends a request, and sends it once more if the connection ends before the response.
    ///
    /// A server may close an idle connection while the next request is on its way (RFC 9112, 9.3.1). The second
    /// connection is a new one.
    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        do {
            return try await execute(request, deadline: .distantFuture)
        } catch  where Self.isClosedConnection(error) {
            return try await execute(request, deadline: .distantFuture)
        }
    }

    private static func isClosedConnection(_ error: any Error) -> Bool {
        switch error {
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as IOError: [ECONNRESET, EPIPE, ENOTCONN].contains(error.errnoCode)
        case NIOSSLError.uncleanShutdown, HTTPParserError.invalidEOFState: true
        case let error as ChannelError: [.ioOnClosedChannel, .alreadyClosed, .outputClosed, .eof].contains(error)
        default: false
        }
    }
}

extension HTTPClientResponse {
    /// Reads the body. Throws `ContentFailure` if it is longer than `limit`, and rethrows the errors of `check`, which
    /// is called with the bytes after each chunk.
    func bytes(upTo limit: Int, check: (Data) throws -> Void = { _ in }) async throws -> Data {
        var bytes = Data()
        for try await chunk in body {
            bytes.append(contentsOf: chunk.readableBytesView)
            if bytes.count > limit {
                let isUnpacked = headers.contains(name: "Content-Encoding")
                throw ContentFailure.tooLarge(limit: limit, isUnpacked: isUnpacked)
            }
            try check(bytes)
        }
        return bytes
    }
}

extension HTTPResponseStatus {
    /// Whether the requested resource has another address (RFC 9110, 15.4).
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(code) }
}

/// A file of certificates (PEM, RFC 7468) that requests trust in addition to those of the system.
package enum CertificateFile {
    /// Throws `SourceError.invalidCertificates` if the file cannot be read or contains no certificate.
    package static func check(_ path: String) throws(SourceError) {
        var status = stat()
        // Reading a pipe could last forever.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let found = try? NIOSSLCertificate.fromPEMFile(path), !found.isEmpty
        else {
            throw .invalidCertificates(path: path)
        }
    }

    /// The certificates of a file. If it is invalid, each connection fails with `NIOSSLError.failedToLoadCertificate`.
    static func trustRoots(_ path: String) -> NIOSSLAdditionalTrustRoots {
        do {
            try check(path)
            return .certificates(try NIOSSLCertificate.fromPEMFile(path))
        } catch {
            return .file("")
        }
    }
}
