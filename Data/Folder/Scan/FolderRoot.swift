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

    /// Throws `SourceFailure` if the folder does not exist.
    init(_ name: String) throws(SourceFailure) {
        guard let path = BytePath(name).resolved, let status = try? FileStatus(of: path) else {
            throw SourceFailure(.folder(.missing), address: name)
        }
        guard status.kind == .folder else { throw SourceFailure(.folder(.notAFolder), address: name) }
        (self.path, self.name, id) = (path, name, status.id)
    }

    /// Throws `SourceFailure` if the folder is another one now, as when its disk was unmounted.
    func checkThatItIsUnchanged() throws(SourceFailure) {
        guard BytePath(name).resolved == path, (try? FileStatus(of: path))?.id == id else {
            throw failure(.missing)
        }
    }

    func failure(_ failure: FolderFailure) -> SourceFailure { SourceFailure(.folder(failure), address: name) }
}
