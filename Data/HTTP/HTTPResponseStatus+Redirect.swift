import NIOHTTP1

extension HTTPResponseStatus {
    /// Whether the requested resource has another address (RFC 9110, 15.4).
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(code) }
}
