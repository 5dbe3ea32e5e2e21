extension MusicRepository {
    /// The music with an id, where the listener may have it.
    ///
    /// Throws `LibraryError.noSuchMusic` or `.refusedByRule`.
    func music(_ id: MusicID, allowedBy listener: Listener) async throws -> Music {
        guard let music = try await music(withPrefix: MusicIDPrefix(id), allowing: .all, limit: 1).first else {
            throw LibraryError.noSuchMusic(id.description)
        }
        guard listener.filter.allows(music.explicit) else { throw LibraryError.refusedByRule }
        return music
    }
}
