public import FermataDomain

extension FileDownloadRepository: StoredAudioRepository {
    /// Returns nil if the file cannot be opened: the song's source may still have its audio.
    public func audio(of music: Music) async throws -> StoredAudio? {
        guard let row = try await store.find(music.id), row.state == .downloaded else { return nil }
        return try await BlockingIO.run { [path = store.folder.path(row.file)] in
            try? StoredAudio(AudioFile(BytePath(path)), path: path)
        }
    }
}
