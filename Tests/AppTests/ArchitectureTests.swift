import Foundation
import Testing

@Suite("Each layer imports what it may, and nothing else")
struct ArchitectureTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(
        "the domain knows nothing outside itself, the presentation the domain only",
        arguments: [
            ("Domain", ["Foundation"]), ("Presentation", ["FermataDomain", "Foundation"]),
        ])
    func inner(layer: String, allowed: [String]) throws {
        #expect(try imports(of: layer).subtracting(allowed).isEmpty)
    }

    @Test("the data layer never sees the presentation, and nobody the app")
    func outer() throws {
        #expect(try !imports(of: "Data").contains("FermataPresentation"))
        for layer in ["Domain", "Data", "Presentation"] { #expect(try !imports(of: layer).contains("fermata")) }
    }

    @Test(
        "only the app reads arguments, environment, clock and randomness",
        arguments: ["Domain", "Data", "Presentation"])
    func ambient(layer: String) throws {
        let ambient = [
            "ProcessInfo", "CommandLine.", "Date()", "Date.now", "Locale.current", "TimeZone.current", "UUID()",
            ".random(",
        ]
        for (file, text) in try sources(of: layer) {
            for word in ambient { #expect(!text.contains(word), "\(file) reads \(word)") }
        }
    }

    @Test("the top level shows the architecture, and nothing else")
    func topLevel() throws {
        let entries = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
            .filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }
        #expect(entries.sorted() == ["App", "Data", "Domain", "Package.swift", "Presentation", "README.md", "Tests"])
    }

    @Test("each layer has a short page on its door", arguments: ["Domain", "Data", "Presentation", "App"])
    func doors(layer: String) throws {
        let page = try String(contentsOf: Self.root.appending(path: "\(layer)/README.md"), encoding: .utf8)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect((5..<40).contains(lines))
    }

    private func imports(of layer: String) throws -> Set<String> {
        let pattern =
            /^\s*(?:(?:public|package|internal|private|fileprivate|@\w+(?:\([^)]*\))?)\s+)*import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
        var found: Set<String> = []
        for (_, text) in try sources(of: layer) {
            for line in text.split(separator: "\n") {
                if let match = line.prefixMatch(of: pattern) { found.insert(String(match.1)) }
            }
        }
        return found
    }

    private func sources(of layer: String) throws -> [(file: String, text: String)] {
        let folder = Self.root.appending(path: layer)
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let swift = files.filter { $0.hasSuffix(".swift") }
        try #require(!swift.isEmpty)
        return try swift.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
    }
}
