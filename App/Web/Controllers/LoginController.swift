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

/// The page on which a person enters the server's token.
struct LoginPage {
    /// The path below which the server is reached; empty without one.
    let path: String

    /// The page with status 401; `isWrong` says that the entered token is not the server's.
    func response(isWrong: Bool) -> Response {
        Response(
            status: .unauthorized,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .wwwAuthenticate: "Bearer realm=\"Fermata\"",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html(isWrong: isWrong).markup)))
    }

    private func html(isWrong: Bool) -> HTML {
        """
        <!DOCTYPE html>
        <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>Fermata</title>
        <main><h1>Fermata</h1>
        <p>\(isWrong ? "This is not the token of this server." : "This server requires its token.")</p>
        <form method="post" action="\(path)/"><label>Token <input type="password" name="token" required autofocus></label>
        <button>Log in</button></form></main></html>

        """
    }
}
