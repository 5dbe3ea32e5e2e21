import FermataPresentation
import Hummingbird

/// Serves the program's name and version, and the description of the API.
struct AboutController {
    /// The path below which the server is reached; empty without one.
    let path: String

    func addRoutes(to group: RouterGroup<WebContext>) {
        let about = [
            NamedValue("name", .text("Fermata")), NamedValue("version", .text(FermataVersion.text)),
            NamedValue("openapi", .text(path + "/api/openapi.json")),
        ]
        let index = Response.json(JSONText.object(about) + [UInt8(ascii: "\n")])
        let server = path.isEmpty ? "/" : path
        let description = Response.json(
            String(decoding: PackageResources.openapi_json, as: UTF8.self)
                .replacing(#""url": "/""#, with: #""url": "\#(server)""#, maxReplacements: 1).utf8)
        group.get { request, _ in
            try QueryParameters(request).end()
            return index
        }
        group.get("openapi.json") { request, _ in
            try QueryParameters(request).end()
            return description
        }
    }
}

/// Serves the age of the library to pages that stay open.
struct FreshnessController {
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("freshness") { request, _ in
            try QueryParameters(request).end()
            return try await renderer.freshnessResponse()
        }
    }
}
