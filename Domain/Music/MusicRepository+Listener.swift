extension MusicRepository {
    /// Returns the song with an id if the listener may see it.
    ///
    /// Throws `MusicError.notFound`, for a hidden song and for an unknown one: no caller can tell them apart.
    func music(_ id: MusicID, allowedBy listener: Listener) async throws -> Music {
        let found = try await music(withPrefix: MusicIDPrefix(id), allowing: listener.filter, limit: 1)
        guard let song = found.first else { throw MusicError.notFound(id.description) }
        return song
    }
}
