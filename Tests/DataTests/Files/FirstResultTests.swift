import FermataData
import Testing

@Suite("The first result of several look-ups")
struct FirstResultTests {
    /// Files that are removed after they were opened once.
    private final class RemovedFiles {
        private var paths: Set<String>
        private(set) var opened: [String] = []

        init(_ paths: Set<String>) {
            self.paths = paths
        }

        func open(_ path: String) -> String? {
            opened.append(path)
            return paths.remove(path).map { "content of \($0)" }
        }
    }

    @Test(
        "is that of the only call for its element, even if the file is removed after it",
        arguments: [
            (["a", "b"], "content of a", ["a"]), (["c", "b", "a"], "content of b", ["c", "b"]),
            (["c", "c", "d"], nil, ["c", "c", "d"]), ([], nil, []),
        ] as [([String], String?, [String])])
    func opensOnce(paths: [String], result: String?, opened: [String]) {
        let files = RemovedFiles(["a", "b"])
        #expect(paths.firstResult(of: files.open) == result)
        #expect(files.opened == opened)
    }

    @Test("is found by a nested look-up, which also calls its body once")
    func opensOnceInNestedLookUp() {
        let files = RemovedFiles(["b"])
        let found = [["a"], ["c", "b"], ["b"]].firstResult { $0.firstResult(of: files.open) }
        #expect(found == "content of b")
        #expect(files.opened == ["a", "c", "b"])
    }
}
