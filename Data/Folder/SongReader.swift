import FermataDomain
import Foundation

/// Reads songs from audio files, several in parallel.
struct SongReader: Sendable {
    let root: OpenFolder
    /// The number of files that are read in parallel.
    let width: Int

    /// The audio and the tags of a file.
    struct Content: Sendable {
        let identity: AudioIdentity
        /// Without a key.
        let music: RemoteMusic
    }

    /// Returns the content of each file by the file's id.
    func read(_ files: [FolderFile]) async throws -> [UInt64: Result<Content, FileFailure>] {
        try await inParallel(files) { file in
            Result { () throws(FileFailure) in try read(file) }
        }
    }

    /// Returns the audio of each file that can be read, by the file's id.
    func identities(of files: [FolderFile]) async throws -> [UInt64: AudioIdentity] {
        try await inParallel(files) { file in
            guard let audio = try? root.file(at: root.path.appending(file.path)) else { return nil }
            let identity = AudioPayload(audio).identity
            return audio.failure == nil ? identity : nil
        }.compactMapValues { $0 }
    }

    private func inParallel<Value: Sendable>(
        _ files: [FolderFile], _ read: @escaping @Sendable (FolderFile) -> Value
    ) async throws -> [UInt64: Value] {
        try await withThrowingTaskGroup(of: (UInt64, Value).self) { group in
            var values: [UInt64: Value] = [:]
            for (position, file) in files.enumerated() {
                if position >= width, let (id, value) = try await group.next() { values[id] = value }
                group.addTask { (file.id, try await BlockingIO.runCancellable { read(file) }) }
            }
            for try await (id, value) in group { values[id] = value }
            return values
        }
    }

    /// Throws `FileFailure` for a file that is not a song or cannot be read.
    func read(_ file: FolderFile) throws(FileFailure) -> Content {
        let audio: AudioFile
        do { audio = try root.file(at: root.path.appending(file.path)) } catch { throw .storage(error) }
        let tags = try TagReader.tags(of: audio, isNamedAudio: file.kind == .audio)
        let identity = AudioPayload(audio).identity
        if let failure = audio.failure { throw .storage(failure) }
        return Content(identity: identity, music: music(of: file, tags))
    }

    private func music(of file: FolderFile, _ tags: AudioTags) -> RemoteMusic {
        let path = PathTags(file.path.text)
        let isUntitled = tags.title.isEmpty
        let address = root.path.appending(file.path).address
        return RemoteMusic(
            key: "", title: isUntitled ? path.title : tags.title,
            artist: isUntitled && tags.artist.isEmpty ? path.artist : tags.artist, artists: tags.artists,
            album: isUntitled && tags.album.isEmpty ? path.album : tags.album, albumArtist: tags.albumArtist,
            duration: tags.duration,
            disc: tags.disc ?? (isUntitled || path.isDiscFolder ? path.disc : nil),
            track: tags.track ?? (isUntitled ? path.track : nil),
            genre: tags.genre,
            artworkURL: tags.hasPicture ? address : file.picture.map { root.path.appending($0).address },
            audioURL: address, lyrics: tags.lyrics.isEmpty ? lyrics(beside: file) : tags.lyrics,
            explicit: tags.explicit, released: tags.released, recording: tags.recording)
    }

    private func lyrics(beside song: FolderFile) -> String {
        let file = song.lyrics.flatMap { try? root.file(at: root.path.appending($0)) }
        return file.flatMap { LyricsFile.text(of: $0) } ?? ""
    }
}
