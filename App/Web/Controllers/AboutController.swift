import Hummingbird

/// Serves the program's name and version, and the description of the API.
struct AboutController {
    /// The path below which the server is reached; empty without one.
    let path: String

    func addRoutes(to group: RouterGroup<WebContext>) {
        let index = Response.json(
            (#"{"name":"Fermata","version":"\#(FermataVersion.text)","openapi":"\#(path)/api/openapi.json"}"# + "\n").utf8)
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
