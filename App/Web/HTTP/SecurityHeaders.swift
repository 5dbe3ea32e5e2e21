import HTTPTypes

/// The header fields that restrict what a browser does with a response: it runs and loads this server's files only.
enum SecurityHeaders {
    private static let fields: HTTPFields = [
        .contentSecurityPolicy: """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; \
        connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'
        """,
        .xContentTypeOptions: "nosniff",
        .referrerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .crossOriginOpenerPolicy: "same-origin",
        .permissionsPolicy: "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ]

    static func add(to headers: inout HTTPFields) {
        headers.append(contentsOf: fields)
    }
}
