import HTTPTypes
import Hummingbird
import NIOCore

/// All that a request has to pass before it is answered.
struct RequestAuthorizer {
    /// Bytes that the form with the token may have.
    private static let formLimit = 4 << 10
    private let host: HostCheck
    private let token: TokenAuthenticator?

    init(_ settings: ServeSettings) {
        host = HostCheck(names: settings.hosts)
        token = settings.token.map(TokenAuthenticator.init)
    }

    /// Throws `Problem`, or answers the admission of a browser that brings the token; nil lets the request pass.
    func check(_ request: Request, to local: SocketAddress?) async throws -> Response? {
        try host.check(request, to: local)
        try OriginCheck.check(request)
        guard let token else { return nil }
        let port = local?.port ?? 0
        if request.uri.path == "/", let given = try await Self.given(request) {
            return token.admission(given, at: port) ?? LoginController.response(isWrong: true)
        }
        do {
            try token.check(request, at: port)
        } catch  where !request.isForAPI {
            return LoginController.response(isWrong: false)
        }
        return nil
    }

    /// The token that stands in the form of the page that asks for it.
    private static func given(_ request: Request) async throws -> String? {
        guard request.method == .post else { return nil }
        let form = try await request.body.collect(upTo: formLimit)
        var parameters = try QueryParameters(query: String(buffer: form))
        return parameters.text("token")
    }
}

extension Request {
    /// Whether a program asks, which is told of problems in JSON.
    var isForAPI: Bool { uri.path.split(separator: "/").first == "api" }
}
