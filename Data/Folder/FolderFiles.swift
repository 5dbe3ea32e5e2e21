import FermataDomain

/// Finds the files of the library's addresses, only in folders that are sources.
struct FolderFiles: Sendable {
    let sources: any SourceRepository

    /// Returns the path of a file in a folder that is a source of the song; nil for an address that is not `file:`.
    ///
    /// Throws `SourceFailure` for any other file, even if a symbolic link leads to it.
    func path(_ address: String?, of music: Music) async throws -> BytePath? {
        guard let path = address.flatMap({ BytePath(address: $0) }) else { return nil }
        let folders = try await sources.sources().filter {
            $0.kind == Source.folderKind && music.sources.contains($0.name)
        }.map(\.address)
        return try await BlockingIO.run {
            guard let path = path.resolved,
                folders.contains(where: { folder in
                    BytePath(folder).resolved.flatMap { path.relative(to: $0) } != nil
                })
            else {
                throw SourceFailure(.folder(.missing), address: music.title)
            }
            return path
        }
    }
}
