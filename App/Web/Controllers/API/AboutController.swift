import Hummingbird

/// Serves the program's name and version, and the description of the API.
struct AboutController {
    let version: String

    func addRoutes(to group: RouterGroup<WebContext>) {
        let index = Response.json(
            (#"{"name":"Fermata","version":"\#(version)","openapi":"/api/openapi.json"}"# + "\n").utf8)
        let description = Response.json(PackageResources.openapi_json)
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
