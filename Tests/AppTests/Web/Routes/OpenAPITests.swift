import FermataDomain
import Foundation
import HTTPTypes
import Testing
import FermataApp

@Suite("The document of the API is complete", .timeLimit(.minutes(3)))
struct OpenAPITests {
    @Test("Given the document, then each of its paths has exactly its methods")
    func describesMethods() async throws {
        try await InProcessServer.withBandLibrary { served in
            let document = try await served.get("/api/openapi.json")
            #expect(document["Content-Type"] == "application/json")
            for (path, methods) in try Self.operations(of: document) {
                let response = try await served.send("OPTIONS", path.replacing(/\{\w+\}/, with: "1"))
                #expect(response.status == 204, "\(path)")
                let expected = methods + (methods.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"])
                #expect(response["Allow"]?.components(separatedBy: ", ") == expected.sorted(), "\(path)")
            }
        }
    }

    @Test("Given the routes of the server, then each is in the document")
    func describesRoutes() async throws {
        try await InProcessServer.withBandLibrary { served in
            let document = try await served.get("/api/openapi.json")
            let described = try Self.operations(of: document)
                .flatMap { path, methods in methods.map { "\($0) \(path)" } }
            let routes = try await InProcessServer.routes(of: served.program).map { method, path in
                "\(method.rawValue) \(path.replacing(/:(\w+)/, with: { "{\($0.1)}" }))"
            }
            let api = Set(routes.filter { $0.contains(" /api") && !$0.hasPrefix("HEAD ") })
            #expect(api == Set(described))
            #expect(api.count > 20)
        }
    }

    @Test("Given the list of music, then the document names its parameters and its orders")
    func describesMusicParameters() async throws {
        try await InProcessServer.withBandLibrary { served in
            let document = try await served.get("/api/openapi.json").object()
            let paths = try #require(document["paths"] as? [String: [String: any Sendable]])
            let list = try #require(paths["/api/music"]?["get"] as? [String: any Sendable])
            let listed = try #require(list["parameters"] as? [[String: any Sendable]])
            let parameters = Dictionary(grouping: listed) { $0["name"] as? String ?? "" }.compactMapValues(\.first)
            let orders = SortOrder.allCases.map(\.rawValue)
            for name in ["sort", "order"] {
                let schema = try #require(parameters[name]?["schema"] as? [String: any Sendable])
                #expect(schema["enum"] as? [String] == orders)
                if name == "sort" { #expect(schema["default"] as? String == SortOrder.relevance.rawValue) }
            }
            let filters: Set = ["artist", "album", "source", "bookmarked", "downloaded", "reverse", "total"]
            #expect(filters.isSubset(of: parameters.keys))
        }
    }

    static func operations(of document: WebResponse) throws -> [(path: String, methods: [String])] {
        let paths = try document.object()["paths"] as? [String: [String: any Sendable]] ?? [:]
        return paths.map { path, item in (path, item.keys.filter { $0 != "parameters" }.map { $0.uppercased() }) }
            .sorted { $0.path < $1.path }
    }
}
