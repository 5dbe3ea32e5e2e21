import Foundation
import Testing

@Suite("The document of the API describes all of it, and nothing else", .timeLimit(.minutes(3)))
struct OpenAPITests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardizedFileURL

    @Test("Given the document, then each of its paths has just the methods that it tells")
    func methods() async throws {
        try await Served.gathered { served in
            let document = try await served.get("/api/openapi.json")
            #expect(document["Content-Type"] == "application/json")
            for (path, methods) in try Self.operations(of: document) {
                let named = path.replacing(/\{\w+\}/, with: "1")
                let answer = try await served.send("OPTIONS", named)
                #expect(answer.status == 204, "\(path)")
                let expected = methods + (methods.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"])
                #expect(answer["Allow"]?.components(separatedBy: ", ") == expected.sorted(), "\(path)")
            }
        }
    }

    @Test("Given the routes as they are written, then each stands in the document")
    func routes() async throws {
        let folder = Self.root.appending(path: "App/Web/API")
        var written: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for match in text.matches(of: /router\.(get|put|post|delete|patch|on)\(\s*"([^"]+)"/) {
                let path = match.2.replacing(/:(\w+)/, with: { "{\($0.1)}" })
                written.insert("\(match.1.uppercased()) \(path)")
            }
        }
        let document = try Data(contentsOf: Self.root.appending(path: "App/Web/Assets/openapi.json"))
        let described = try Self.operations(of: WebAnswer(status: 200, headers: [:], body: document))
            .flatMap { path, methods in methods.map { "\($0) \(path)" } }
        #expect(written == Set(described))
        #expect(written.count > 20)
    }

    private static func operations(of document: WebAnswer) throws -> [(path: String, methods: [String])] {
        let paths = try document.object()["paths"] as? [String: [String: any Sendable]] ?? [:]
        return paths.map { path, item in (path, item.keys.filter { $0 != "parameters" }.map { $0.uppercased() }) }
            .sorted { $0.path < $1.path }
    }
}
