import FermataDomain
import HTTPTypes
package import Hummingbird
import NIOCore

/// The context of a request: the connection that it came over, who makes it, and Hummingbird's own storage.
package struct WebContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// The account that makes the request; nil for the person at the computer, or one who knows the server's token.
    var account: Account?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

extension RequestContext {
    /// A decoded part of the path. Throws `Problem` if it is not UTF-8 in percent encoding.
    func parameter(_ name: String) throws -> String {
        let encoded = parameters[name[...]] ?? ""
        guard let text = String(percentEncoded: encoded.utf8) else {
            throw Problem(.badRequest, "The path is not UTF-8 in percent encoding.")
        }
        return text
    }

    /// The number of a to-do in the path. Throws `Problem` with status 404 if it is not a number.
    func number(_ name: String) throws -> Int {
        let text = try parameter(name)
        guard let number = Int(digits: text) else {
            throw Problem(.notFound, "“\(text)” is not the number of a to-do.")
        }
        return number
    }
}

extension Request {
    /// Whether the request is for the JSON API rather than for a page.
    var isForAPI: Bool { uri.path.split(separator: "/").first == "api" }

    /// Whether the client reads problem documents: programs, and the scripts of the pages.
    var acceptsProblemJSON: Bool {
        isForAPI || headers[.accept]?.contains("application/problem+json") == true
    }
}
