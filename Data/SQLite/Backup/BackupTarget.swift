import FermataDomain
import Foundation

/// The path of a new backup file.
struct BackupTarget {
    private static let sideEndings = ["-wal", "-shm"]
    private let path: String
    private let replacing: Bool

    /// Throws `BackupError.cannotWrite` for the library itself, and for anything but a new file, or a regular file or a
    /// link that may be replaced. A symbolic link is replaced itself; the file to which it leads stays.
    init(_ path: String, library: String, replacing: Bool) throws {
        self.path = path
        self.replacing = replacing
        guard DocumentPath.stream(path) == nil else { throw BackupError.cannotWrite(path: path, .unsupported) }
        guard !LibraryFiles(library).contains(path) else {
            throw BackupError.cannotWrite(path: path, .isLibrary)
        }
        try checkExisting()
    }

    /// Creates the temporary file, which only its owner can read; removes leftovers of killed programs.
    func temporaryFile() throws -> PartFile {
        try rethrowing {
            PartFile.removeLeftovers(of: path)
            return try PartFile.temporary(for: path, permissions: 0o600)
        }
    }

    /// Gives a durable file its final name.
    func publish(_ part: PartFile) throws {
        try rethrowing {
            if replacing {
                // SQLite would apply the log of the replaced file to the new one.
                for ending in Self.sideEndings { unlink(path + ending) }
                try part.rename(to: path)
            } else {
                try part.rename(toUnused: path)
            }
            try PartFile.flushFolder(DocumentPath.folder(of: path))
        }
    }

    /// Names the path that was requested in errors of the temporary file.
    func rethrowing<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch DownloadError.cannotStore(_, let failure) {
            let isMissing = failure == .missing
            throw BackupError.cannotWrite(
                path: path, isMissing ? .folderMissing : failure == .nameInUse ? .exists : failure)
        }
    }

    private func checkExisting() throws {
        var status = stat()
        // A link that leads nowhere has only a status of its own.
        if stat(path, &status) == 0 || lstat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG where replacing, S_IFLNK where replacing: break
            case S_IFREG, S_IFLNK: throw BackupError.cannotWrite(path: path, .exists)
            case S_IFDIR: throw BackupError.cannotWrite(path: path, .isFolder)
            default: throw BackupError.cannotWrite(path: path, .unsupported)
            }
        }
        for ending in Self.sideEndings where !replacing && access(path + ending, F_OK) == 0 {
            throw BackupError.cannotWrite(path: path + ending, .exists)
        }
    }
}
