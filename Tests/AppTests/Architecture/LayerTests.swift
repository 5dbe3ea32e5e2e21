import Foundation
import Testing

@Suite("Each layer imports and does only what it may")
struct LayerTests {
    @Test(
        "Domain imports Foundation only, Presentation also Domain",
        arguments: [
            ("Domain", ["Foundation"]), ("Presentation", ["FermataDomain", "Foundation"]),
        ])
    func innerLayersImportOnlyInward(layer: String, allowed: [String]) throws {
        #expect(try imports(of: layer).subtracting(allowed).isEmpty)
    }

    @Test("Data never imports Presentation, and no layer imports the app")
    func noLayerImportsOutward() throws {
        #expect(try !imports(of: "Data").contains("FermataPresentation"))
        for layer in ["Domain", "Data", "Presentation"] { #expect(try !imports(of: layer).contains("FermataApp")) }
    }

    @Test("no file of Data calls a use case")
    func dataCallsNoUsecase() throws {
        try expectNone(of: ["Usecase"], in: SourceTree.swiftFiles(in: "Data"))
    }

    @Test(
        "only the app reads arguments, environment, clock and randomness",
        arguments: ["Domain", "Data", "Presentation"])
    func innerLayersReadNothingAmbient(layer: String) throws {
        let ambient = [
            "ProcessInfo", "CommandLine.", "Date()", "Date.now", "Locale.current", "TimeZone.current", "UUID()",
            ".random(in:",
        ]
        try expectNone(of: ambient, in: SourceTree.swiftFiles(in: layer))
    }

    @Test("clocks and sleeping are injected", arguments: SourceTree.layers)
    func clocksAreInjected(layer: String) throws {
        let clocks = [
            "Task.sleep", "ContinuousClock()", "ContinuousClock.now", "SuspendingClock", "usleep(", "Thread.sleep",
        ]
        for file in try SourceTree.swiftFiles(in: layer) where !file.path.hasPrefix("App/Composition/") {
            #expect(clocks.filter(file.code.contains).isEmpty, "\(file.path)")
        }
    }

    @Test("in the app, only compositions and settings import Data")
    func onlyCompositionsImportData() throws {
        let files = try SourceTree.swiftFiles(in: "App").filter { file in
            !["App/Composition/", "App/Settings/", "App/SourceKinds/"].contains(where: file.path.hasPrefix)
        }
        for file in files { #expect(!file.code.contains("import FermataData"), "\(file.path)") }
    }

    @Test("a command, screen or controller never receives the application")
    func nothingReceivesApplication() throws {
        // A command takes what it uses from the application in `dependencies`, and from the runner in `withDependencies`.
        let declarations = SourcePattern(
            #"func dependencies\(\s*_ application: FermataApplication\b|"#
                + #"func withDependencies\(\s*from runner: CommandRunner\b|extension CommandRunner\b"#)
        let name = SourcePattern(#"\b(FermataApplication|CommandRunner)\b"#)
        for file in try SourceTree.swiftFiles(in: "App") where !Self.isComposition(file) {
            let found = file.code.replacingMatches(of: declarations, with: "").matches(of: name).map { $0[0] }
            #expect(found.isEmpty, "\(file.path)")
        }
    }

    private static func isComposition(_ file: SourceTree.File) -> Bool {
        file.path.hasPrefix("App/Composition/")
            || ["CommandRunner.swift", "DemoCommand.swift", "Fermata.swift"].contains(where: file.path.hasSuffix)
    }

    @Test("Data writes no sentences for people")
    func dataWritesNoSentences() throws {
        let sentence = SourcePattern(#""[^"\n]*\b[a-z]+ [a-z]+ [a-z]+ [a-z]+\b[^"\n]*""#)
        // Matches string literals, too, because they may contain "//".
        let comment = SourcePattern(#"("(?:\\.|[^"\\\n])*")|//[^\n]*"#)
        for file in try SourceTree.swiftFiles(in: "Data") {
            for line in file.text.split(separator: "\n") {
                let code = String(line).replacingMatches(of: comment, with: "$1")
                guard let match = code.matches(of: sentence).first, !code.contains("precondition") else { continue }
                #expect(Self.isSQL(match[0]), "\(file.path): \(match[0])")
            }
        }
    }

    private static func isSQL(_ text: String) -> Bool {
        text.firstMatch(of: /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|FROM|CREATE|PRAGMA|ORDER BY|JOIN|VALUES|SET)\b/)
            != nil
    }

    private func expectNone(of words: [String], in files: [SourceTree.File]) throws {
        for file in files {
            let code = file.code
            let found = words.filter(code.contains)
            #expect(found.isEmpty, "\(file.path)")
        }
    }

    private func imports(of layer: String) throws -> Set<String> {
        let pattern =
            /^\s*(?:(?:public|package|internal|private|fileprivate|@\w+(?:\([^)]*\))?)\s+)*import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
        var names: Set<String> = []
        for file in try SourceTree.swiftFiles(in: layer) {
            for line in file.text.split(separator: "\n") {
                if let match = line.prefixMatch(of: pattern) { names.insert(String(match.1)) }
            }
        }
        return names
    }
}

@Suite("The names of tests")
struct TestNameTests {
    private static let testName = SourcePattern(#"(?:@(?:Test|Suite)|\b[Rr]ule)\(\s*"((?:[^"\\]|\\.)*)""#)

    @Test("names of tests and rules have at most 80 characters, apart from stories")
    func areShort() throws {
        for file in try SourceTree.swiftFiles(in: "Tests") {
            for name in file.text.matches(of: Self.testName).map({ $0[1] }) where !name.hasPrefix("Given") {
                #expect(name.count <= 80, "\(file.path): \(name)")
            }
        }
    }
}
