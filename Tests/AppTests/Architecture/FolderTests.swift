import Foundation
import Testing

@Suite("The folder listing shows the architecture")
struct FolderTests {
    @Test("the top level shows the layers and nothing else")
    func topLevelShowsLayers() throws {
        let entries = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.path)
            .filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }
        #expect(entries.sorted() == ["App", "Data", "Domain", "Package.swift", "Presentation", "README.md", "Tests"])
    }

    @Test("each layer has a short README", arguments: SourceTree.layers)
    func layerHasShortReadme(layer: String) throws {
        let page = try String(contentsOf: SourceTree.root.appending(path: "\(layer)/README.md"), encoding: .utf8)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect((5..<40).contains(lines))
    }

    @Test("the README of a layer lists its folders", arguments: SourceTree.layers)
    func readmeListsFolders(layer: String) throws {
        let folder = SourceTree.root.appending(path: layer)
        let page = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        let listed = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
            row.dropFirst(2).prefix { $0 != "|" }.matches(of: /`([^`]+)`/).map { String($0.1) }
        }
        let folders = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [])
            .filter(\.hasDirectoryPath).map(\.lastPathComponent)
        #expect(Set(listed).union(["Documentation.docc"]) == Set(folders))
    }

    @Test("the top folders of a layer form no circle", arguments: SourceTree.layers)
    func topFoldersHaveNoCircles(layer: String) throws {
        #expect(try TypeReferences(layer: layer).circles == [])
    }
}

/// The top folders of a layer, and those whose types they mention.
///
/// References are found by name in the source text. Ignores names that several folders declare.
struct TypeReferences {
    /// The folders that each folder uses.
    private let uses: [String: Set<String>]

    init(layer: String) throws {
        let files = try SourceTree.layers.flatMap(SourceTree.swiftFiles).map {
            (folder: Self.topFolder(of: $0.folder), path: $0.path, code: $0.code)
        }
        var owners: [String: Set<String>] = [:]
        var privateNames: [String: Set<String>] = [:]
        for file in files {
            for match in file.code.matches(of: Self.declaration) {
                if match[1].contains("private") {
                    privateNames[file.path, default: []].insert(match[2])
                } else {
                    owners[match[2], default: []].insert(file.folder)
                }
            }
        }
        let unique = owners.compactMapValues { $0.count == 1 ? $0.first : nil }
        var uses: [String: Set<String>] = [:]
        for file in files where file.path.hasPrefix(layer + "/") {
            for match in file.code.matches(of: Self.typeName) {
                let name = match[0]
                guard privateNames[file.path]?.contains(name) != true, let owner = unique[name], owner != file.folder,
                    owner.hasPrefix(layer)
                else { continue }
                uses[file.folder, default: []].insert(owner)
            }
        }
        self.uses = uses
    }

    /// The groups of folders that use each other's types, directly or through others; each group is sorted.
    var circles: Set<[String]> {
        func reachable(from folder: String) -> Set<String> {
            var (found, rest): (Set<String>, [String]) = ([], [folder])
            while let next = rest.popLast() { rest += (uses[next] ?? []).filter { found.insert($0).inserted } }
            return found
        }
        let reached = uses.keys.reduce(into: [:]) { $0[$1] = reachable(from: $1) }
        return Set(
            reached.compactMap { folder, others in
                others.contains(folder) ? others.filter { reached[$0]?.contains(folder) == true }.sorted() : nil
            })
    }

    private static func topFolder(of folder: String) -> String {
        folder.split(separator: "/").prefix(2).joined(separator: "/")
    }

    private static let declaration = SourcePattern(
        #"(?m)^\s*(?:@\w+(?:\([^)]*\))?\s+)*"#
            + "((?:public |package |private |fileprivate |internal |final |indirect |nonisolated )*)"
            + #"(?:struct|class|enum|actor|protocol|typealias)\s+([A-Z]\w*)"#)
    private static let typeName = SourcePattern(#"(?<![.\w])[A-Z]\w*\b"#)
}
