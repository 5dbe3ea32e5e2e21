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
