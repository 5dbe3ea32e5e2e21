import FermataDomain
import Foundation

/// The folder of an export and the names of its documents.
struct ExportFolder: Sendable {
    let path: String

    func path(of kind: ExportKind) -> String { "\(path)/\(Self.name(of: kind))" }

    /// Makes the folder if it does not exist; only its owner can open it.
    ///
    /// Throws `BackupError.cannotWrite` for a folder with other files, unless documents may be replaced.
    func prepare(replacing: Bool) throws {
        if mkdir(path, 0o700) == 0 { return }
        if errno != EEXIST {
            throw BackupError.cannotWrite(path: path, errno == ENOENT ? .folderMissing : StorageFailure(errno: errno))
        }
        let names = try names { BackupError.cannotWrite(path: path, $0) }
        guard replacing || names.allSatisfy(Self.isLeftover) else {
            throw BackupError.cannotWrite(path: path, .notEmpty)
        }
    }

    /// Returns the kinds of the documents in the folder.
    ///
    /// Throws `BackupError.noDocuments` if there is none, or `.cannotRead`.
    func existing() throws -> Set<ExportKind> {
        _ = try names { BackupError.cannotRead(path: path, $0) }
        let kinds = try ExportKind.allCases.filter { kind in
            var status = stat()
            guard stat(path(of: kind), &status) == 0 else { return false }
            switch status.st_mode & S_IFMT {
            case S_IFREG: return true
            case S_IFDIR: throw BackupError.cannotRead(path: path(of: kind), .isFolder)
            default: throw BackupError.cannotRead(path: path(of: kind), .unsupported)
            }
        }
        if kinds.isEmpty { throw BackupError.noDocuments(path: path) }
        return Set(kinds)
    }

    private static func name(of kind: ExportKind) -> String {
        switch kind {
        case .sources: "sources.json"
        case .bookmarks: "bookmarks.json"
        case .playlists: "playlists.json"
        case .toDos: "todos.ics"
        }
    }

    /// Whether a file is a temporary file of an interrupted export.
    private static func isLeftover(_ name: String) -> Bool {
        ExportKind.allCases.contains { name.hasPrefix(".\(Self.name(of: $0))\(PartFile.suffix)") }
    }

    private func names(_ failure: (StorageFailure) -> BackupError) throws -> [String] {
        guard let folder = opendir(path) else { throw failure(StorageFailure(errno: errno)) }
        closedir(folder)
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw failure(.unreadable)
        }
    }
}
