extension MusicRepository {
    /// The music with an id, where the listener may have it.
    ///
    /// Throws `MusicError.notFound` or `.restricted`.
    func music(_ id: MusicID, allowedBy listener: Listener) async throws -> Music {
        guard let music = try await music(withPrefix: MusicIDPrefix(id), allowing: .all, limit: 1).first else {
            throw MusicError.notFound(id.description)
        }
        guard listener.filter.allows(music.explicit) else { throw MusicError.restricted }
        return music
    }
}
