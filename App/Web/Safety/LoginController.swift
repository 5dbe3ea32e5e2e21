import HTTPTypes
import Hummingbird
import NIOCore

/// The page that asks a browser for the token, once.
enum LoginController {
    static func response(isWrong: Bool) -> Response {
        Response(
            status: .unauthorized,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .wwwAuthenticate: "Bearer realm=\"Fermata\"",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text(isWrong: isWrong))))
    }

    private static func text(isWrong: Bool) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>Fermata</title>
        <main><h1>Fermata</h1>
        <p>\(isWrong ? "That is not the token of this server." : "This server asks for its token.")</p>
        <form method="post" action="/"><label>Token <input type="password" name="token" required autofocus></label>
        <button>Go on</button></form></main></html>

        """
    }
}
