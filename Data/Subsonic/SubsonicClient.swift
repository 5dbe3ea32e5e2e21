import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// Sends requests to one server, and signs in with the safest method that the server supports.
final class SubsonicClient: Sendable {
    static let protocolVersion = "1.16.1"
    let server: SubsonicServer
    private let signIns: [SubsonicSignIn]
    private let transport: SubsonicTransport
    private let salt: @Sendable () -> String
    private let state = Mutex(State())

    private struct State {
        /// The index of the sign-in that is tried next.
        var signIn = 0
        /// Whether the server has accepted this sign-in.
        var isSignedIn = false
        /// The extensions that the server supports; nil before the first request for them.
        var extensions: Set<String>?

        /// Whether a sign-in is the current one, and the server has accepted it.
        func hasAccepted(_ index: Int) -> Bool { signIn == index && isSignedIn }

        /// Records that the server has accepted a sign-in.
        mutating func accept(_ index: Int) { if signIn == index { isSignedIn = true } }
    }

    /// `salt` returns random text of at least six characters. Throws `SourceFailure`.
    init(
        _ server: SubsonicServer, _ credentials: SourceCredentials, transport: SubsonicTransport,
        salt: @escaping @Sendable () -> String
    ) throws(SourceFailure) {
        do throws(SourceFailureCause) {
            signIns = try SubsonicSignIn.allowed(for: server, credentials)
        } catch {
            throw SourceFailure(error, address: server.base)
        }
        (self.server, self.transport, self.salt) = (server, transport, salt)
    }

    /// Returns the content of a method's response, which must not have more than `limit` elements of the content's
    /// list.
    ///
    /// Throws `SubsonicError` for an error about the requested item, otherwise `SourceFailure`.
    func call<Content: SubsonicContent>(
        _ request: SubsonicRequest, limit: Int = 0, returning type: Content.Type = Content.self
    ) async throws -> Content {
        let usesForm = try await supports("formPost")
        return try await signingIn { signIn in
            try await self.send(request, as: signIn, usesForm: usesForm, limit: limit)
        }
    }

    /// Whether the server supports an extension of the protocol. Sends at most one request.
    func supports(_ name: String) async throws -> Bool {
        if let known = state.withLock({ $0.extensions }) { return known.contains(name) }
        let found: Set<String>
        do {
            // This method is public: a server that does not know it gets no credentials.
            let content = try await send(
                SubsonicRequest("getOpenSubsonicExtensions"), as: nil, usesForm: false,
                returning: SubsonicExtensions.self)
            found = try content.get().names
        } catch let failure as SourceFailure where failure.showsUnknownMethod {
            found = []
        } catch is SubsonicError {
            found = []  // an older server
        }
        state.withLock { $0.extensions = found }
        return found.contains(name)
    }

    /// Sends a request for a song's audio or a picture, with a signed address.
    ///
    /// `prepare` changes the request before it is sent. Returns the response if it is not an error of the server.
    func media(
        _ request: SubsonicRequest, _ prepare: @escaping @Sendable (inout HTTPClientRequest) -> Void
    ) async throws -> HTTPClientResponse {
        do {
            return try await signingIn { signIn in
                let response = try await self.redacting {
                    try await self.transport.send(
                        to: self.server.endpoint(request.method), self.parameters(of: request, signIn), prepare)
                }
                guard let error = try await self.error(in: response) else { return .success(response) }
                return .failure(error)
            }
        } catch let error as SubsonicError {
            throw failure(error)
        }
    }

    /// The failure of a request after an error of the server that nothing else handles.
    ///
    /// It omits a message that repeats the secret.
    func failure(_ error: SubsonicError) -> SourceFailure {
        redacted(SourceFailure(error.cause, address: server.base))
    }

    /// Returns a failure without words of the server that repeat the secret.
    func redacted(_ failure: SourceFailure) -> SourceFailure {
        guard let text = failure.cause.foreignText, repeatsSecret(text) else { return failure }
        return SourceFailure(failure.cause.withoutForeignText, address: failure.address)
    }

    /// Returns a record without names that repeat the secret.
    func redacted(_ record: RejectedRecord) -> RejectedRecord {
        let shown = { [self] (name: String?) in name.flatMap { repeatsSecret($0) ? nil : $0 } }
        var cause = record.cause
        switch cause {
        case .part(.album(let id, let name), let failure):
            cause = .part(.album(id: shown(id) ?? "", name: shown(name) ?? ""), failure)
        case .part(.playlist(let id, let name), let failure):
            cause = .part(.playlist(id: shown(id) ?? "", name: shown(name) ?? ""), failure)
        default: break
        }
        return RejectedRecord(position: record.position, cause, id: shown(record.id), path: shown(record.path))
    }

    /// Returns a text of the server, or an empty one if it repeats the secret.
    func redacted(_ text: String) -> String { repeatsSecret(text) ? "" : text }

    private func repeatsSecret(_ text: String) -> Bool { signIns.contains { $0.isContained(in: text) } }

    private func redacting<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let failure as SourceFailure {
            throw redacted(failure)
        }
    }

    /// The failure of a request that threw an error; nil for an error that the server did not cause.
    func failure(of error: any Error) -> SourceFailure? {
        (error as? SubsonicError).map { failure($0) } ?? error as? SourceFailure
    }

    /// Tries the sign-ins, the current one first.
    private func signingIn<Value: Sendable>(
        _ body: (SubsonicSignIn) async throws -> Result<Value, SubsonicError>
    ) async throws -> Value {
        while true {
            let index = state.withLock(\.signIn)
            do {
                let value = try await body(signIns[index]).get()
                state.withLock { $0.accept(index) }
                return value
            } catch let error as SubsonicError {
                if error.followsSignIn { state.withLock { $0.accept(index) } }
                let isAccepted = state.withLock { $0.hasAccepted(index) }
                guard !isAccepted, try await isRejected(index, after: error), stepDown(from: index) else {
                    if case .server = error.cause { throw error }
                    throw failure(error)
                }
                guard index + 1 < signIns.count else { throw SourceFailure(lastCause, address: server.base) }
            }
        }
    }

    /// Makes the next sign-in the current one, if there is one, unless a concurrent request has already done so.
    ///
    /// Returns false, and changes nothing, if the server has accepted the sign-in for a concurrent request.
    private func stepDown(from index: Int) -> Bool {
        state.withLock { state in
            guard !state.hasAccepted(index) else { return false }
            if state.signIn == index { state.signIn = min(index + 1, signIns.count - 1) }
            return true
        }
    }

    /// Whether the server rejects a sign-in. `ping` has no parameters of its own that could be missing.
    private func isRejected(_ index: Int, after error: SubsonicError) async throws -> Bool {
        guard error.rejectsSignIn else { return false }
        if error.code != 10 { return true }
        let result: Result<SubsonicSuccess, SubsonicError> = try await send(
            SubsonicRequest("ping"), as: signIns[index], usesForm: false)
        switch result {
        case .success:
            state.withLock { $0.accept(index) }
            return false
        case .failure(let error): return error.rejectsSignIn
        }
    }

    /// The cause if no other sign-in is left: over an encrypted connection, the password itself could be sent.
    private var lastCause: SourceFailureCause {
        if case .token = signIns.last { return .signIn(.needsEncryption) }
        return .signIn(.unsupported)
    }

    private func parameters(of request: SubsonicRequest, _ signIn: SubsonicSignIn?) -> [(name: String, value: String)] {
        (signIn?.parameters(salt: salt()) ?? []) + [("v", Self.protocolVersion), ("c", "Fermata"), ("f", "json")]
            + request.parameters
    }

    private func send<Content: SubsonicContent>(
        _ request: SubsonicRequest, as signIn: SubsonicSignIn?, usesForm: Bool, limit: Int = 0,
        returning: Content.Type = Content.self
    ) async throws -> Result<Content, SubsonicError> {
        do {
            return try await redacting {
                try await transport.content(
                    of: server.endpoint(request.method), parameters(of: request, signIn), usesForm: usesForm,
                    reader: SubsonicResponseReader<Content>(elementLimit: limit))
            }
        } catch let failure as SourceFailure {
            guard case .content = failure.cause else { throw failure }
            throw SourceFailure(failure.cause, address: server.base)
        }
    }

    /// Returns the error in the response to a request for audio or a picture.
    private func error(in response: HTTPClientResponse) async throws -> SubsonicError? {
        let type = (response.headers.first(name: "Content-Type") ?? "").lowercased()
        guard response.status == .ok, type.contains("json") || type.contains("xml") else { return nil }
        do {
            let reader = SubsonicResponseReader<SubsonicSuccess>(elementLimit: 0)
            guard case .failure(let error) = try await transport.content(of: response, reader: reader) else {
                throw ContentFailure.wrongType(type)
            }
            return error
        } catch {
            let cause = SourceFailureCause.content(error as? ContentFailure ?? .invalidResponse)
            throw redacted(SourceFailure(cause, address: server.base))
        }
    }
}

extension SourceFailure {
    /// Whether the status of a response shows that the server does not have the method.
    var lacksMethod: Bool {
        if case .status(404, _) = cause { return true }
        if case .status(405, _) = cause { return true }
        if case .status(501, _) = cause { return true }
        return false
    }

    /// Whether a server's response shows that it does not know the method: an HTTP error, or another page.
    var showsUnknownMethod: Bool {
        switch cause {
        case .status(let code, _): code == 501 || (400..<500).contains(code) && ![401, 403, 408, 429].contains(code)
        case .content(.webPage), .content(.empty), .content(.invalidResponse): true
        default: false
        }
    }
}

/// A method of the protocol with its parameters, without credentials.
struct SubsonicRequest: Sendable {
    let method: String
    let parameters: [(name: String, value: String)]

    init(_ method: String, _ parameters: [(String, String)] = []) {
        self.method = method
        self.parameters = parameters.map { (name: $0.0, value: $0.1) }
    }

    /// A song's audio as the server stores it.
    static func audio(_ id: String) -> SubsonicRequest { SubsonicRequest("stream", [("id", id), ("format", "raw")]) }

    /// A picture, scaled for screens.
    static func artwork(_ id: String) -> SubsonicRequest {
        SubsonicRequest("getCoverArt", [("id", id), ("size", "600")])
    }
}

extension Sequence<(name: String, value: String)> {
    /// The parameters as a form or query (`application/x-www-form-urlencoded`).
    var formEncoded: String {
        map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }
}

/// Sends the HTTP requests of a client, and follows redirects only to the same server, which may know the credentials.
struct SubsonicTransport: Sendable {
    let client: HTTPClient
    let userAgent: String
    let timeouts: HTTPTimeouts
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    /// Returns the content of a response with status 200, read by `reader`.
    ///
    /// Sends the parameters in the body if `usesForm` is true, else in the address. Throws `SourceFailure`.
    func content<Content>(
        of endpoint: String, _ parameters: [(name: String, value: String)], usesForm: Bool,
        reader: SubsonicResponseReader<Content>
    ) async throws -> Result<Content, SubsonicError> {
        let detector = StallDetector(timeouts: timeouts)
        return try await detector.watch(endpoint, on: clock) {
            detector.measure(.head)
            let response = try await SourceFailure.reporting(endpoint) {
                try await send(to: endpoint, parameters, usesForm: usesForm) {
                    $0.headers.add(name: "Accept-Encoding", value: "gzip")
                }
            }
            guard response.status == .ok else { throw SourceFailure(response, address: endpoint, now: now()) }
            return try await SourceFailure.reporting(endpoint) {
                detector.measure(.body)
                return try await content(of: response, reader: reader, receive: detector.receive)
            }
        }
    }

    /// Reads a body, and calls `receive` with the number of bytes of each chunk.
    ///
    /// Throws `ContentFailure`.
    func content<Content>(
        of response: HTTPClientResponse, reader: SubsonicResponseReader<Content>, receive: (Int) -> Void = { _ in }
    ) async throws -> Result<Content, SubsonicError> {
        var reader = reader
        let isPacked = response.headers.contains(name: "Content-Encoding")
        for try await chunk in response.body {
            receive(chunk.readableBytes)
            try chunk.withUnsafeReadableBytes { try reader.read($0, isPacked: isPacked) }
        }
        return try reader.finish()
    }

    /// Sends a request with the parameters in its body if `usesForm` is true, else in its address.
    func send(
        to endpoint: String, _ parameters: [(name: String, value: String)], usesForm: Bool = false,
        _ prepare: @Sendable (inout HTTPClientRequest) -> Void
    ) async throws -> HTTPClientResponse {
        let encoded = parameters.formEncoded
        let query = usesForm ? "" : "?\(encoded)"
        var request = HTTPClientRequest(url: endpoint + query)
        request.headers.add(name: "User-Agent", value: userAgent)
        prepare(&request)
        if usesForm {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: encoded))
        }
        return try await client.follow(request) { response, address in
            try response.redirectLocation.map { try target(of: $0, from: address, endpoint) + query }
        }
    }

    /// The address of a redirect without its query, which the parameters replace.
    ///
    /// Throws `SourceFailure` for another server. On default ports, the same host on TLS is the same server.
    private func target(of location: String, from address: String, _ endpoint: String) throws -> String {
        guard let target = CatalogueAddress(redirect: location, from: address) else {
            throw SourceFailure(.redirect(.invalidAddress), address: endpoint)
        }
        let isSame = CatalogueAddress.authority(of: target.text) == CatalogueAddress.authority(of: address)
        let isDowngrade = address.lowercased().hasPrefix("https:") && target.url.scheme?.lowercased() == "http"
        let ports = (target.url.port ?? 443, URL(string: address)?.port ?? 80)
        let isUpgrade =
            target.url.scheme?.lowercased() == "https" && address.lowercased().hasPrefix("http:")
            && target.url.host()?.lowercased() == URL(string: address)?.host()?.lowercased()
            && ports == (443, 80)
        guard (isSame && !isDowngrade) || isUpgrade else {
            throw SourceFailure(.redirect(.otherServer(target.url.host() ?? "")), address: endpoint)
        }
        return target.shown
    }
}
