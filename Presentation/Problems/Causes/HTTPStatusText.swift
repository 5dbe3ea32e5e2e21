/// An HTTP status with its standard phrase: `404 Not Found`.
///
/// Source: RFC 9110, 15.
package struct HTTPStatusText: Equatable, Sendable {
    private static let phrases = [
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
        401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict",
        410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        421: "Misdirected Request", 422: "Unprocessable Content", 425: "Too Early", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons", 500: "Internal Server Error",
        501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported", 507: "Insufficient Storage", 508: "Loop Detected",
        511: "Network Authentication Required",
    ]
    package let text: String

    package init(_ code: Int) {
        text = Self.phrases[code].map { "\(code) \($0)" } ?? "\(code)"
    }
}
