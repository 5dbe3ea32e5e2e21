import HTTPTypes

/// Header field names that swift-http-types does not define.
extension HTTPField.Name {
    static let link = known("Link")
    static let permissionsPolicy = known("Permissions-Policy")
    static let referrerPolicy = known("Referrer-Policy")
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    static let fetchSite = known("Sec-Fetch-Site")
    static let host = known("Host")
    /// Source: https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
    static let accelBuffering = known("X-Accel-Buffering")
    static let forwardedHost = known("X-Forwarded-Host")
    static let forwardedPort = known("X-Forwarded-Port")
    static let forwardedScheme = known("X-Forwarded-Proto")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is a token") }
        return name
    }
}
