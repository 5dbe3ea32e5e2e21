package import FermataDomain

/// Opens the audio files of folders that are sources.
package struct FolderAudioRepository: StoredAudioRepository {
    private let files: FolderFiles

    package init(sources: any SourceRepository) {
        files = FolderFiles(sources: sources)
    }

    package func audio(of music: Music) async throws -> StoredAudio? {
        guard let file = try await files.file(music.audioURL, of: music) else { return nil }
        do {
            return try await BlockingIO.run { try StoredAudio(file, path: nil) }
        } catch let failure as StorageFailure {
            throw SourceFailure(.folder(.unreadable(failure)), address: music.title)
        }
    }
}
