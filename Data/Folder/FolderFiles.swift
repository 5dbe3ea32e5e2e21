import FermataDomain

/// Opens the files of the library's addresses, only in folders that are sources.
struct FolderFiles: Sendable {
    let sources: any SourceRepository

    /// Returns a file in a folder that is a source of the song; nil for an address that is not `file:`.
    ///
    /// Throws `SourceFailure` for any other file, even if a symbolic link leads to it.
    func file(_ address: String?, of music: Music) async throws -> AudioFile? {
        guard let path = address.flatMap({ BytePath(address: $0) }) else { return nil }
        let folders = try await sources.sources().filter {
            $0.kind == Source.folderKind && music.sources.contains($0.name)
        }.map(\.address)
        return try await BlockingIO.run {
            for folder in folders {
                guard let folder = try? FolderRoot(folder).open() else { continue }
                do throws(StorageFailure) { return try folder.file(at: path) } catch {
                    if error == .missing { continue }
                    throw SourceFailure(.folder(.unreadable(error)), address: music.title)
                }
            }
            throw SourceFailure(.folder(.missing), address: music.title)
        }
    }
}
