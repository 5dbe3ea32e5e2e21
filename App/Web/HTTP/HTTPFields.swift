import Foundation
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
    static let forwardedFor = known("X-Forwarded-For")
    static let forwardedHost = known("X-Forwarded-Host")
    static let forwardedPort = known("X-Forwarded-Port")
    static let forwardedScheme = known("X-Forwarded-Proto")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is a token") }
        return name
    }
}

/// Dates in header fields (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The date, rounded down to seconds: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        var time = tm()
        gmtime_r(&seconds, &time)
        let (day, month) = (days[Int(time.tm_wday)], months[Int(time.tm_mon)])
        let clock = [time.tm_hour, time.tm_min, time.tm_sec].map(padded).joined(separator: ":")
        return "\(day), \(padded(time.tm_mday)) \(month) \(time.tm_year + 1900) \(clock) GMT"
    }

    private static func padded(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

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
        for field in fields where !headers.contains(field.name) { headers.append(field) }
    }
}
