import HTTPTypes
import Hummingbird
import NIOCore

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
