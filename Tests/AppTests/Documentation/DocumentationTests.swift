import Foundation
import Testing

@Suite("The documentation describes the program as it is")
struct DocumentationTests {
    @Test("every relative link and reference leads to a file", arguments: Article.all)
    func linksLeadToFiles(article: Article) {
        func exists(_ path: some StringProtocol) -> Bool {
            FileManager.default.fileExists(atPath: article.folder.appending(path: String(path)).path)
        }
        for link in article.links { #expect(exists(link.prefix { $0 != "#" }), "\(link)") }
        for name in article.references { #expect(exists("\(name).md"), "doc:\(name)") }
    }

    @Test("every path in code spans exists", arguments: Article.all)
    func pathsExist(article: Article) {
        for span in article.codeSpans where !span.contains("Chime") {
            guard let match = span.prefixMatch(of: /(Domain|Data|Presentation|App|Tests)\/[^\s]+/) else { continue }
            let path = SourceTree.root.appending(path: String(match.0)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(span)")
        }
    }

    @Test("the example of the guide is the code that the tests compile and run")
    func guideIsTested() throws {
        let guide = try #require(Article.all.first { $0.path.hasSuffix("AddingARepository.md") })
        let example = try String(
            contentsOf: SourceTree.root.appending(path: "Tests/DataTests/Guide/ChimeKind.swift"), encoding: .utf8)
        #expect(guide.text.contains("```swift\n\(example)```"))
    }

    @Test("every type and folder in code spans exists")
    func typesExist() throws {
        let files = try (SourceTree.layers + ["Tests"]).flatMap { try SourceTree.swiftFiles(in: $0) }
        let known = Set(files.flatMap { $0.text.matches(of: /[A-Z]\w+/).map { String($0.0) } })
        for article in Article.all {
            for span in article.codeSpans {
                guard let name = span.firstMatch(of: /^([A-Z]+[a-z]+[A-Z]\w+)$/)?.1 else { continue }
                let folder = article.folder.appending(path: name)
                let exists = known.contains(String(name)) || FileManager.default.fileExists(atPath: folder.path)
                #expect(exists, "\(article): \(name)")
            }
        }
    }

    @Test("every command line parses and every option exists")
    func commandLinesParse() async throws {
        let help = try await CommandHelp.ofProgram()
        let options = help.optionNames
        for article in Article.all {
            for line in article.commandLines {
                let problem = help.problem(with: Self.words(of: line))
                #expect(problem == nil, "\(article): fermata\(line): \(problem ?? "")")
            }
            guard article.path.hasPrefix("App/"), !article.path.hasSuffix("Benchmarks.md") else { continue }
            for span in article.codeSpans {
                guard let option = span.prefixMatch(of: /--([a-z-]+)/)?.1 else { continue }
                let exists = options.contains(String(option))
                #expect(exists, "\(article): --\(option)")
            }
        }
    }

    @Test("the article of settings lists every key")
    func settingsAreListed() throws {
        let code = try SourceTree.swiftFiles(in: "App/Settings").map(\.text).joined()
        let keys = code.matches(of: /reader\.\w+\("([\w.]+)"/).map { String($0.1) }
        let article = try #require(Article.all.first { $0.path.hasSuffix("SettingsReference.md") })
        #expect(keys.count > 10)
        for key in keys {
            let isListed = article.codeSpans.contains(key)
            #expect(isListed, "\(key)")
        }
    }

    @Test("the article of stories lists the sentences of the tests")
    func storiesAreListed() throws {
        let process = Process()
        process.executableURL = SourceTree.root.appending(path: "Tests/list-stories")
        process.arguments = ["--check"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "Run Tests/list-stories to write the article again.")
    }

    /// The words of a shell command line, without its comment.
    private static func words(of line: String) -> [String] {
        let words = line.matches(of: /'[^']*'|"[^"]*"|[^\s"']+/).map { String($0.0) }.prefix { !$0.hasPrefix("#") }
        return words.map { $0.trimmingCharacters(in: ["'", "\""]) }
    }
}

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
