import Foundation

/// A Markdown document of the project: a README, an article or the guide for contributors.
struct Article: CustomStringConvertible {
    let path: String
    let text: String

    var description: String { path }
    /// The base folder of relative links.
    var folder: URL { SourceTree.root.appending(path: path).deletingLastPathComponent() }

    /// Every document, with paths relative to the package's root.
    static let all: [Article] = {
        let paths = SourceTree.layers.flatMap { layer in
            ["\(layer)/README.md"] + names(in: "\(layer)/Documentation.docc")
        }
        return (["README.md", ".github/CONTRIBUTING.md"] + paths).compactMap { path in
            (try? String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8))
                .map { Article(path: path, text: $0) }
        }
    }()

    /// Code spans within the prose.
    var codeSpans: [String] {
        prose.matches(of: /`+([^`\n]+)`+/).map { String($0.1) }
    }

    /// The relative targets of links and images.
    var links: [String] {
        prose.matches(of: /\]\((?!https?:|#|doc:)([^)\s]+)\)/).map { String($0.1) }
    }

    /// The articles of the same catalogue that this one refers to.
    var references: [String] {
        prose.matches(of: /[<(]doc:([^>)]+)[>)]/).map { String($0.1) }
    }

    /// Every `fermata` command line, in code blocks and in prose.
    var commandLines: [String] {
        let lines = text.split(separator: "\n").map(String.init) + codeSpans
        return lines.flatMap { $0.split(separator: "&&") }.compactMap { line in
            line.firstMatch(of: /^\s*(?:\$ )?(?:[A-Z_]+=\S+ )*(?:swift run (?:-c release )?)?fermata( [^…]*)$/)
                .map { String($0.1) }
        }
    }

    private var prose: String { text.replacing(/```(?:.|\n)*?```/, with: "") }

    private static func names(in folder: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: SourceTree.root.appending(path: folder).path)
        return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }
}
