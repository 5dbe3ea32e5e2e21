import ArgumentParser
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import TestServer
import FermataApp

/// The web server of a program's library in this process, without a socket.
struct InProcessServer: WebClient {
    let program: Program
    private let client: any TestClientProtocol

    /// Serves a program's library while the body runs.
    static func run(
        _ program: Program, _ options: [String] = [],
        _ body: @escaping @Sendable (InProcessServer) async throws -> Void
    ) async throws {
        // Requests without a socket name the host “localhost” without a port.
        let environment = ["HOME": program.home.path, "FERMATA_SERVE_HOSTS": "localhost"]
            .merging(program.environment) { $1 }
        let runner = CommandRunner(
            environment: environment, clock: program.clock,
            console: Console(output: CapturedOutput(), errors: CapturedOutput()))
        let command = try ServeCommand.parse(["--library", program.library] + options)
        try await command.withDependencies(from: runner) { server, _ in
            var logger = Logger(label: "fermata")
            logger.logLevel = .critical
            let application = Application(
                responder: server.makeResponder(), services: server.services + server.feeds, logger: logger)
            try await application.test(.router) { try await body(InProcessServer(program: program, client: $0)) }
        }
    }

    /// The methods and paths of the routes of a program's server.
    static func routes(of program: Program) async throws -> [(method: HTTPRequest.Method, path: String)] {
        let runner = CommandRunner(
            environment: ["HOME": program.home.path],
            console: Console(output: CapturedOutput(), errors: CapturedOutput()))
        let command = try ServeCommand.parse(["--library", program.library])
        var routes: [(HTTPRequest.Method, String)] = []
        try await command.withDependencies(from: runner) { server, _ in
            routes = server.makeRouter().routes.map { ($0.method, $0.path.description) }
        }
        return routes
    }

    /// Serves a copy of the library of `BandCatalogue`.
    static func withBandLibrary(
        _ options: [String] = [], environment: [String: String] = [:],
        _ body: @escaping @Sendable (InProcessServer) async throws -> Void
    ) async throws {
        try await SharedLibrary.band.withCopy { program in
            var program = program
            program.environment = environment
            try await run(program, options, body)
        }
    }

    func request(
        _ method: String, _ target: String, _ headers: [String: String], body: String?
    ) async throws -> WebResponse {
        var fields = HTTPFields()
        for (name, value) in headers where !value.isEmpty {
            guard let name = HTTPField.Name(name) else { throw InvalidRequest() }
            fields[name] = value
        }
        guard let method = HTTPRequest.Method(method) else { throw InvalidRequest() }
        let response = try await client.execute(
            uri: target, method: method, headers: fields, body: body.map(ByteBuffer.init(string:)))
        let named = Dictionary(grouping: response.headers, by: { $0.name.canonicalName })
        return WebResponse(
            status: response.status.code,
            headers: named.mapValues { $0.map(\.value).joined(separator: ", ") },
            body: Data(response.body.readableBytesView))
    }

    private struct InvalidRequest: Error {}
}
