extension MusicRepository {
    /// Returns the song with an id if the listener may see it.
    ///
    /// Throws `MusicError.notFound` or `.restricted`.
    func music(_ id: MusicID, allowedBy listener: Listener) async throws -> Music {
        guard let song = try await music(withPrefix: MusicIDPrefix(id), allowing: .all, limit: 1).first else {
            throw MusicError.notFound(id.description)
        }
        guard listener.filter.allows(song.explicit) else { throw MusicError.restricted }
        return song
    }
}
