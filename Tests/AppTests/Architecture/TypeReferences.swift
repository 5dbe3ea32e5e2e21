import Foundation

/// The types that each folder of a layer declares, and the folders that mention them.
///
/// References are found by name in the source text. Ignores names that several folders declare.
struct TypeReferences {
    private let edges: Set<Edge>

    private struct Edge: Hashable {
        let user: String
        let owner: String
    }

    init(layer: String) throws {
        let files = try SourceTree.layers.flatMap(SourceTree.swiftFiles).map {
            (folder: $0.folder, path: $0.path, code: $0.code)
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
        var edges: Set<Edge> = []
        for file in files where file.path.hasPrefix(layer + "/") {
            for match in file.code.matches(of: Self.typeName) {
                let name = match[0]
                guard privateNames[file.path]?.contains(name) != true, let owner = unique[name], owner != file.folder,
                    owner.hasPrefix(layer)
                else { continue }
                edges.insert(Edge(user: file.folder, owner: owner))
            }
        }
        self.edges = edges
    }

    /// The top folders of the layer that use each other's types, directly or through others; each group is sorted.
    var circles: Set<[String]> {
        var uses: [String: Set<String>] = [:]
        for edge in edges {
            let (user, owner) = (Self.topFolder(of: edge.user), Self.topFolder(of: edge.owner))
            if user != owner { uses[user, default: []].insert(owner) }
        }
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

    /// Pairs of folders that use each other's types, each as `A ⇄ B`.
    var cycles: [String] {
        edges.filter { $0.user < $0.owner && edges.contains(Edge(user: $0.owner, owner: $0.user)) }
            .map { "\($0.user) ⇄ \($0.owner)" }.sorted()
    }

    private static let declaration = SourcePattern(
        #"(?m)^\s*(?:@\w+(?:\([^)]*\))?\s+)*"#
            + "((?:public |package |private |fileprivate |internal |final |indirect |nonisolated )*)"
            + #"(?:struct|class|enum|actor|protocol|typealias)\s+([A-Z]\w*)"#)
    private static let typeName = SourcePattern(#"(?<![.\w])[A-Z]\w*\b"#)
}
