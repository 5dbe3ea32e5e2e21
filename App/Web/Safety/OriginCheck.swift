import HTTPTypes
import Hummingbird

/// Whether a change is asked for by a page of this server, or by no page at all.
///
/// Source: https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
enum OriginCheck {
    /// Throws `Problem` for a change that a page of another site asks for.
    static func check(_ request: Request) throws {
        switch request.method {
        case .get, .head, .options: return
        default: break
        }
        if let site = request.headers[.fetchSite], site != "same-origin", site != "none" { throw refusal }
        guard let origin = request.headers[.origin] else { return }
        let authority = request.head.authority ?? ""
        guard origin == "http://" + authority || origin == "https://" + authority else { throw refusal }
    }

    private static var refusal: Problem {
        Problem(.forbidden, "A page of another site may not change anything here.")
    }
}
