import FermataData
import Foundation

extension SQLiteLibrary {
    /// Creates an empty library in a temporary folder. Copying one takes less time than creating its tables.
    static func inTemporaryFolder() throws -> SQLiteLibrary {
        let path = try TemporaryFolder().path("library.sqlite")
        try empty.get().write(to: URL(filePath: path))
        return try SQLiteLibrary(path: path)
    }

    private static let empty = Result {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("library.sqlite")
        _ = try SQLiteLibrary(path: path)
        return try checkpointedFile(at: path)
    }
}

/// The file of a library that is filled once. Copying it takes less time than filling another library.
struct LibraryTemplate: Sendable {
    private let file: Task<Data, any Error>

    /// Fills a new library at the path that `fill` receives.
    init(_ fill: @escaping @Sendable (_ path: String) async throws -> Void) {
        file = Task {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = folder.path("library.sqlite")
            try await fill(path)
            return try checkpointedFile(at: path)
        }
    }

    func copy(to path: String) async throws { try await file.value.write(to: URL(filePath: path)) }
}
