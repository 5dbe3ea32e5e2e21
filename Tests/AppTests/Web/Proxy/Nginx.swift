import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import TestServer
import TestTraits
import Testing

/// nginx as a child process in front of a server, with the configuration of the article about the server.
struct Nginx: WebClient {
    static let executable = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx", "/usr/local/bin/nginx"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    private static let host = "music.example.org"
    let server: ServerProcess
    let port: Int
    /// The value of `Authorization` that the server requires.
    let authorization: String
    private let client: HTTPClient

    var program: Program { server.program }
    /// The address of the site, as a browser shows it.
    var origin: String { "https://\(Self.host):\(port)" }

    /// A way to configure the server and nginx, of which the article has two.
    enum Setup: Int, CaseIterable {
        case name, path

        /// The code blocks of the article for this way, in a language.
        fileprivate func code(_ language: String) throws -> String {
            let article = try #require(Article.all.first { $0.path.hasSuffix("ServerAndAPI.md") })
            let blocks = try article.text.matches(
                of: Regex("```\(language)\n((?:.|\n)*?)```", as: (Substring, Substring).self))
            return String(try #require(blocks.count == 2 ? blocks[rawValue].output.1 : nil))
        }

        /// A complete server of nginx.
        fileprivate func nginxServer() throws -> String {
            let server = try Setup.name.code("nginx")
            guard self == .path, let location = server.range(of: "    location / {") else { return server }
            return try server[..<location.lowerBound] + code("nginx") + "}\n"
        }
    }

    /// Serves a copy of `SharedLibrary.band` behind nginx while the body runs. `proxied` changes the configuration of nginx.
    static func withBandLibrary(
        _ setup: Setup, proxied change: (String) -> String = { $0 }, _ body: (Nginx) async throws -> Void
    ) async throws {
        try await SharedLibrary.band.withCopy { program in
            let settings = try setup.code("json").replacing("\"example.org\"", with: "\"\(host)\"")
            try program.configure(settings)
            let token = try #require(settings.firstMatch(of: /"token": "([^"]+)"/)?.output.1)
            try await ServerProcess.run(program) { server in
                try await run(change(try setup.nginxServer()), before: server, token: String(token), body)
            }
        }
    }

    private static func run(
        _ configuration: String, before server: ServerProcess, token: String, _ body: (Nginx) async throws -> Void
    ) async throws {
        let folder = server.program.home.appending(path: "nginx")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let certificate = TestCertificate.ownName
        try Data(certificate.certificate.utf8).write(to: folder.appending(path: "\(host).pem"))
        try Data(certificate.key.utf8).write(to: folder.appending(path: "\(host).key"))
        let port = try freePort()
        let text = """
            daemon off; master_process off; pid nginx.pid; error_log error.log;
            events {}
            http {
                access_log off;
                \(["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }.joined())
                \(configuration.replacing("listen 443", with: "listen 127.0.0.1:\(port)")
                    .replacing("127.0.0.1:8329", with: server.authority)
                    .replacing("/etc/ssl", with: folder.path))
            }
            """
        try Data(text.utf8).write(to: folder.appending(path: "nginx.conf"))
        let process = Process()
        process.executableURL = URL(filePath: try #require(executable))
        process.arguments = ["-p", folder.path, "-c", "nginx.conf", "-e", "error.log"]
        let ended = try process.start()
        let client = try client(trusting: certificate)
        var failure: (any Error)?
        do {
            try await waitUntil { (try? await RawConnection(port: port).close()) != nil || !process.isRunning }
            let errors = try? String(contentsOf: folder.appending(path: "error.log"), encoding: .utf8)
            try #require(process.isRunning, "\(errors ?? "")")
            try await body(Nginx(server: server, port: port, authorization: "Bearer " + token, client: client))
        } catch { failure = error }
        process.terminate()
        await ended()
        try await client.shutdown()
        if let failure { throw failure }
    }

    func request(
        _ method: String, _ target: String, _ headers: [String: String], body: String?
    ) async throws -> WebResponse {
        let response = try await response(method, target, headers, body: body)
        let bytes = try await response.body.collect(upTo: 4 << 20)
        let named = Dictionary(grouping: response.headers, by: { $0.name.lowercased() })
        return WebResponse(
            status: Int(response.status.code),
            headers: named.mapValues { $0.map(\.value).joined(separator: ", ") }, body: Data(bytes.readableBytesView))
    }

    /// Waits for an event of the library that follows a change.
    func waitForEvent(at target: String, after change: () async throws -> Void) async throws {
        let response = try await response("GET", target)
        #expect(response.headers.first(name: "Cache-Control") == "no-store, no-transform")
        var parts = response.body.makeAsyncIterator()
        for isChanged in [false, true] {
            if isChanged { try await change() }
            var text = ""
            while !text.contains("event: library"), let part = try await parts.next() { text += String(buffer: part) }
            try #require(text.contains("event: library"))
        }
    }

    /// Sends a request with the token, and returns the response before its body has arrived.
    private func response(
        _ method: String, _ target: String, _ headers: [String: String] = [:], body: String? = nil
    ) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: origin + target)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in ["Authorization": authorization].merging(headers, uniquingKeysWith: { $1 })
        where !value.isEmpty {
            request.headers.add(name: name, value: value)
        }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        return try await client.execute(request, timeout: .minutes(5))
    }

    /// A client for which the site's name is that of this computer.
    private static func client(trusting certificate: TestCertificate) throws -> HTTPClient {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificate.utf8)))
        tls.certificateVerification = .noHostnameVerification
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.dnsOverride = [host: "127.0.0.1"]
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// A port that no program listens on.
    private static func freePort() throws -> Int {
        let channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0)
            .wait()
        let port = channel.localAddress?.port
        try channel.close().wait()
        return try #require(port)
    }
}
