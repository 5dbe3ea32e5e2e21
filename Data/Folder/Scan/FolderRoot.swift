import FermataDomain

/// The folder of a source while it is read.
struct FolderRoot: Sendable {
    /// Without symbolic links.
    let path: BytePath
    private let name: String
    private let id: FileStatus.ID

    /// Returns the absolute path of a folder. Throws `SourceError.invalidAddress` for any other.
    static func absolute(_ path: String) throws(SourceError) -> String {
        guard path.hasPrefix("/"), !path.utf8.contains(0) else { throw .invalidAddress(.notAnAbsolutePath) }
        return path
    }

    /// Throws `SourceFailure` if the folder does not exist or cannot be read.
    init(_ name: String) throws(SourceFailure) {
        do throws(StorageFailure) {
            let status = try FileStatus(of: BytePath(name), followsLinks: true)
            guard status.kind == .folder else { throw .notAFolder }
            guard let path = BytePath(name).resolved else { throw .missing }
            (self.path, self.name, id) = (path, name, status.id)
        } catch {
            throw Self.failure(error, name)
        }
    }

    /// Opens this folder, not another one that has replaced it. Throws `SourceFailure`.
    func open() throws(SourceFailure) -> OpenFolder {
        do throws(StorageFailure) {
            let folder = try OpenFolder(path)
            guard folder.id == id else { throw .missing }
            return folder
        } catch {
            throw Self.failure(error, name)
        }
    }

    private static func failure(_ failure: StorageFailure, _ name: String) -> SourceFailure {
        let cause: FolderFailure =
            switch failure {
            case .missing: .missing
            case .notAFolder: .notAFolder
            default: .unreadable(failure)
            }
        return SourceFailure(.folder(cause), address: name)
    }

    /// Whether this is the same folder of the same disk.
    func isSame(as other: FolderRoot) -> Bool { path == other.path && id == other.id }

    /// Throws `SourceFailure` if the path now leads to another folder, as when its disk was unmounted.
    func checkUnchanged() throws(SourceFailure) {
        guard BytePath(name).resolved == path, (try? FileStatus(of: path))?.id == id else {
            throw failure(.missing)
        }
    }

    func failure(_ failure: FolderFailure) -> SourceFailure { SourceFailure(.folder(failure), address: name) }
}
