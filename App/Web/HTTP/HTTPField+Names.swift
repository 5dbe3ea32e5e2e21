import HTTPTypes

/// Header field names that swift-http-types does not define.
extension HTTPField.Name {
    static let link = known("Link")
    static let permissionsPolicy = known("Permissions-Policy")
    static let referrerPolicy = known("Referrer-Policy")
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    static let fetchSite = known("Sec-Fetch-Site")
    static let host = known("Host")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is a token") }
        return name
    }
}
