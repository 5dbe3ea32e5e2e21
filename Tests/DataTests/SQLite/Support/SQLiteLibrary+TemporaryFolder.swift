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
