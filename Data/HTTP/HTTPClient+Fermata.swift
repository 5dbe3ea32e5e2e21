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
        if certificates(path).isEmpty { throw .invalidCertificates(path: path) }
    }

    /// The certificates of a file. If it is invalid, each connection fails with `NIOSSLError.failedToLoadCertificate`.
    static func trustRoots(_ path: String) -> NIOSSLAdditionalTrustRoots {
        let certificates = certificates(path)
        return certificates.isEmpty ? .file("") : .certificates(certificates)
    }

    /// Returns no certificate if the file cannot be read, because callers report both in the same words.
    private static func certificates(_ path: String) -> [NIOSSLCertificate] {
        var status = stat()
        // Reading a pipe could last forever.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
        return (try? NIOSSLCertificate.fromPEMFile(path)) ?? []
    }
}

extension HTTPClient {
    static let redirectLimit = 5
    /// The number of bytes of a redirect's own body that are read so that its connection can be reused.
    private static let redirectBodyBytes = 4_096

    /// Sends a request and follows up to five redirects to `http` and `https` addresses.
    ///
    /// `target` returns the next address, and nil for a response to return. `HTTPClient` itself follows no redirect:
    /// SwiftNIO crashes on an invalid port number. Throws `HTTPClientError.redirectLimitReached` or
    /// `.redirectCycleDetected`.
    ///
    /// A firewall chooses the client for each address, and may refuse the address.
    func follow(
        _ request: HTTPClientRequest, through firewall: RequestFirewall? = nil,
        to target: (HTTPClientResponse, _ address: String) throws -> String? = { $0.redirectTarget(from: $1) }
    ) async throws -> HTTPClientResponse {
        var request = request
        var visited: Set<String> = [request.url]
        while true {
            let client = try await firewall?.client(for: request.url) ?? self
            let response = try await client.send(request)
            guard let next = try target(response, request.url) else { return response }
            guard visited.count <= Self.redirectLimit else { throw HTTPClientError.redirectLimitReached }
            guard visited.insert(next).inserted else { throw HTTPClientError.redirectCycleDetected }
            var bytesRead = 0
            for try await chunk in response.body {
                bytesRead += chunk.readableBytes
                if bytesRead > Self.redirectBodyBytes { break }
            }
            request.url = next
        }
    }
}

extension HTTPClientResponse {
    /// Where a redirect leads (RFC 9110, 15.4); nil for any other response.
    var redirectLocation: String? { status.isRedirect ? headers.first(name: "Location") : nil }

    /// The absolute address of a redirect to the web; nil for any other response.
    func redirectTarget(from address: String) -> String? {
        redirectLocation.flatMap { CatalogueAddress(redirect: $0, from: address)?.text }
    }
}
