import HTTPTypes
import Hummingbird
import NIOCore

/// Logs a browser in with the token that a person enters on the login page.
struct LoginController {
    /// The largest form, in bytes.
    private static let formLimit = 4 << 10
    let token: TokenAuthenticator
    let page: LoginPage
    let proxies: TrustedProxies

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.post(use: login)
    }

    private func login(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = try await request.body.collect(upTo: Self.formLimit)
        var parameters = try QueryParameters(query: String(buffer: form))
        guard let text = parameters.text("token") else { return page.response(isWrong: false) }
        let site = proxies.site(of: request, from: context.channel.remoteAddress)
        return token.login(
            text, at: context.channel.localAddress?.port ?? 0, isSecure: site?.scheme == "https")
            ?? page.response(isWrong: true)
    }
}
