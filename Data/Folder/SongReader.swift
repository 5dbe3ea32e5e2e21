import FermataDomain
import Foundation

/// Reads songs from audio files, several in parallel.
struct SongReader: Sendable {
    /// The bytes of a file with lyrics.
    private static let lyricsLimit = 1 << 20

    /// What a file says.
    struct Content: Sendable {
        let identity: AudioIdentity
        /// Without a key.
        let music: RemoteMusic
    }

    let root: BytePath
    /// The number of files that are read in parallel.
    let width: Int

    /// Returns the results in the files' order; nil for a file that is not a song.
    func read(_ files: [FolderFile]) async throws -> [Result<Content?, FileFailure>] {
        return try await withThrowingTaskGroup(of: (Int, Result<Content?, FileFailure>).self) { group in
            var results = [Result<Content?, FileFailure>](repeating: .success(nil), count: files.count)
            for (position, file) in files.enumerated() {
                if position >= width, let (done, result) = try await group.next() { results[done] = result }
                group.addTask { (position, try await BlockingIO.run { result(of: file) }) }
            }
            for try await (done, result) in group { results[done] = result }
            return results
        }
    }

    private func result(of file: FolderFile) -> Result<Content?, FileFailure> {
        do throws(FileFailure) {
            return .success(try read(file))
        } catch .notAudio where file.kind != .audio {
            return .success(nil)
        } catch {
            return .failure(error)
        }
    }

    /// Throws `FileFailure` for a file that is not a song or cannot be read.
    func read(_ file: FolderFile) throws(FileFailure) -> Content {
        let audio: AudioFile
        do { audio = try AudioFile(root.appending(file.path)) } catch { throw .storage(error) }
        let tags = try TagReader.tags(of: audio)
        return Content(identity: AudioPayload(audio).identity, music: music(of: file, tags))
    }

    private func music(of file: FolderFile, _ tags: AudioTags) -> RemoteMusic {
        let path = PathTags(file.path.text)
        let isUntitled = tags.title.isEmpty
        let address = root.appending(file.path).address
        return RemoteMusic(
            key: "", title: isUntitled ? path.title : tags.title,
            artist: isUntitled && tags.artist.isEmpty ? path.artist : tags.artist,
            album: isUntitled && tags.album.isEmpty ? path.album : tags.album,
            duration: tags.duration, disc: tags.disc, track: tags.track ?? (isUntitled ? path.track : nil),
            genre: tags.genre,
            artworkURL: tags.hasPicture ? address : file.picture.map { root.appending($0).address },
            audioURL: address, lyrics: tags.lyrics.isEmpty ? lyrics(beside: file) : tags.lyrics,
            explicit: tags.explicit, released: tags.released)
    }

    private func lyrics(beside song: FolderFile) -> String {
        guard let lyrics = song.lyrics, let file = try? AudioFile(root.appending(lyrics)) else { return "" }
        return String(decoding: file.read(Self.lyricsLimit, at: 0), as: UTF8.self)
    }
}
