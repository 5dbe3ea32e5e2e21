import Hummingbird

/// What this is, and how it is asked.
struct AboutRoutes {
    func add(to router: Router<WebServer.Context>) {
        let index = BufferedResponse.json(Self.index.utf8)
        let description = BufferedResponse.json(PackageResources.openapi_json)
        router.get("/api") { request, _ in
            try QueryParameters(request).end()
            return index.response(to: request)
        }
        router.get("/api/openapi.json") { request, _ in
            try QueryParameters(request).end()
            return description.response(to: request)
        }
    }

    private static var index: String {
        let version = FermataVersion.text
        return #"{"name":"Fermata","version":"\#(version)","openapi":"/api/openapi.json"}"# + "\n"
    }
}
