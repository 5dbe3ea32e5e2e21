package import AsyncHTTPClient
package import FermataDomain
package import Foundation
import Synchronization

/// Makes the clients of servers, one for each address and its credentials.
package final class SubsonicConnections: Sendable {
    private struct Connection {
        let credentials: SourceCredentials
        let client: SubsonicClient
    }

    private let credentials: any SourceCredentialsRepository
    private let http: @Sendable () -> HTTPClient
    private let trusting: @Sendable (_ certificates: String) -> HTTPClient
    private let userAgent: String
    private let timeouts: HTTPTimeouts
    private let retries: RetryPolicy
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let salt: @Sendable () -> String
    private let connections = Mutex<[String: Connection]>([:])
    /// The HTTP clients that trust more certificates, by the file of these.
    private let trustingClients = Mutex<[String: HTTPClient]>([:])

    /// `http` returns a client from `HTTPClient.fermata`, which its owner shuts down. `trusting` makes such a client
    /// that also trusts the certificates of a file. `salt` returns random text.
    package init(
        credentials: any SourceCredentialsRepository, http: @escaping @Sendable () -> HTTPClient,
        trusting: @escaping @Sendable (_ certificates: String) -> HTTPClient, userAgent: String,
        timeouts: HTTPTimeouts = HTTPTimeouts(), retries: RetryPolicy = RetryPolicy(), clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date, salt: @escaping @Sendable () -> String
    ) {
        (self.credentials, self.http, self.trusting) = (credentials, http, trusting)
        (self.userAgent, self.timeouts, self.retries) = (userAgent, timeouts, retries)
        (self.clock, self.now, self.salt) = (clock, now, salt)
    }

    /// Returns the client of a source; a changed password makes a new one.
    ///
    /// Throws `SourceFailure`.
    func client(for source: Source) async throws -> SubsonicClient {
        let server: SubsonicServer
        let stored: SourceCredentials?
        do {
            server = try SubsonicServer(source.address)
            stored = try await credentials.credentials(for: source)
        } catch let error as SourceError {
            throw SourceFailure(.invalidSource(error), address: source.shownAddress)
        }
        guard let stored else { throw SourceFailure(.signIn(.noCredentials), address: server.base) }
        if let known = connections.withLock({ $0[source.address] }), known.credentials == stored { return known.client }
        let client = try client(server, stored)
        connections.withLock { $0[source.address] = Connection(credentials: stored, client: client) }
        return client
    }

    private func client(_ server: SubsonicServer, _ credentials: SourceCredentials) throws -> SubsonicClient {
        let transport = SubsonicTransport(
            client: httpClient(credentials.certificates), userAgent: userAgent, timeouts: timeouts, clock: clock,
            now: now)
        return try SubsonicClient(server, credentials, transport: transport, salt: salt)
    }

    /// Signs in to the server of a source that is not added yet, without retries.
    ///
    /// Throws `SourceError.signInRefused`, or `.invalidAddress`.
    package func signIn(to source: Source, _ credentials: SourceCredentials) async throws -> SourceCheck {
        let server = try SubsonicServer(source.address)
        do {
            let client = try client(server, credentials)
            do {
                let program = try await client.call(SubsonicRequest("ping"), returning: SubsonicProgram.self)
                return .server(program: client.redacted(program.name), version: client.redacted(program.version))
            } catch let error as SubsonicError {
                throw client.failure(error)
            }
        } catch let failure as SourceFailure {
            if case .signIn(let reason) = failure.cause, reason != .notAllowed {
                throw SourceError.signInRefused(reason)
            }
            return .unreadable(failure)
        }
    }

    /// Runs a body with the client of a source. An error of the server that the body leaves becomes a `SourceFailure`.
    func run<Value>(for source: Source, _ body: (SubsonicClient) async throws -> Value) async throws -> Value {
        let client = try await client(for: source)
        do {
            return try await body(client)
        } catch let error as SubsonicError {
            throw client.failure(error)
        }
    }

    /// Runs a read of a source whose requests are retried one by one. An error of the server that the body leaves
    /// becomes a `SourceFailure`.
    func read<Value>(_ source: Source, _ body: (SubsonicReader) async throws -> Value) async throws -> Value {
        try await run(for: source) { client in
            try await body(SubsonicReader(client, retries: retries, clock: clock))
        }
    }

    /// Shuts down the HTTP clients that `trusting` made.
    package func close() async throws {
        let clients = trustingClients.withLock { clients in
            defer { clients = [:] }
            return Array(clients.values)
        }
        for client in clients { try await client.shutdown() }
    }

    private func httpClient(_ certificates: String?) -> HTTPClient {
        guard let certificates else { return http() }
        return trustingClients.withLock { clients in
            if let client = clients[certificates] { return client }
            let client = trusting(certificates)
            clients[certificates] = client
            return client
        }
    }
}

/// Sends the requests of one read of a server, such as that of its songs, and retries each of them by itself.
actor SubsonicReader {
    nonisolated let client: SubsonicClient
    private let clock: any Clock<Duration>
    private var budget: RetryBudget
    /// The number of parts in a row that the server did not send.
    private var unreadableCount = 0

    init(_ client: SubsonicClient, retries: RetryPolicy, clock: any Clock<Duration>) {
        self.client = client
        self.clock = clock
        budget = RetryBudget(retries)
    }

    /// Returns the content of a method's response, which must not have more than `limit` elements of its list.
    ///
    /// Temporary failures are retried; other content than the requested one as well if `retriesContent` is true. Throws
    /// `SubsonicError` for an error about the requested item, otherwise `SourceFailure`.
    func call<Content: SubsonicContent>(
        _ request: SubsonicRequest, limit: Int = 0, retriesContent: Bool = false,
        returning type: Content.Type = Content.self
    ) async throws -> Content {
        while true {
            if budget.pace > .zero { try await clock.sleep(for: budget.pace) }
            do {
                let content = try await client.call(request, limit: limit, returning: type)
                budget.succeed()
                unreadableCount = 0
                return content
            } catch {
                guard let failure = client.failure(of: error),
                    let pause = budget.pause(after: failure, retriesContent: retriesContent && !error.isOfMissingItem)
                else { throw error }
                try await clock.sleep(for: pause)
            }
        }
    }

    /// Returns why the server does not send a part of its content, such as an album, if it still responds to others.
    ///
    /// Throws the error of the part's request if the server does not respond, or if that is no failure of the server.
    /// Throws `ContentFailure.noProgress` if the server did not send any of the last parts.
    func reason(for error: any Error) async throws -> SourceFailureCause {
        guard let failure = client.failure(of: error) else { throw error }
        if case .content(.noProgress) = failure.cause { throw error }
        unreadableCount += 1
        guard unreadableCount <= SubsonicLimits.unreadableParts else {
            let requests = SubsonicLimits.unreadableParts
            throw SourceFailure(.content(.noProgress(requests: requests)), address: failure.address)
        }
        do {
            _ = try await client.call(SubsonicRequest("ping"), returning: SubsonicSuccess.self)
        } catch let other as SourceFailure {
            guard case .busy = other.kind else { throw failure }
        }
        return failure.cause
    }
}

extension Error {
    /// Whether a server reports that it does not have the requested item.
    var isOfMissingItem: Bool { (self as? SubsonicError)?.code == SubsonicError.notFoundCode }
}
