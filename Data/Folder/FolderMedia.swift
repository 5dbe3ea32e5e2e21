package import FermataDomain
import Foundation

/// Opens the audio files in the folders of sources.
package struct FolderAudioRepository: StoredAudioRepository, AudioSizeRepository {
    private let files: FolderFiles

    /// `folder` returns the folder in which files of a source's songs may be opened; nil if they have none.
    package init(sources: any SourceRepository, folder: @escaping @Sendable (Source) -> String?) {
        files = FolderFiles(sources: sources, folder: folder)
    }

    package func audio(of music: Music) async throws -> StoredAudio? {
        guard let (file, source) = try await files.file(music.audioURL, of: music) else { return nil }
        do {
            let audio = try await BlockingIO.run { try StoredAudio(file, path: nil) }
            // A catalogue may name any file beside it, which must not be sent to clients unless it is audio.
            guard audio.properties.format != nil || source.traits.contains(.onlyLocalAudio) else {
                throw SourceFailure(.noAudio, address: music.title)
            }
            return audio
        } catch let failure as StorageFailure {
            throw SourceFailure(.folder(.unreadable(failure)), address: music.title)
        }
    }
}

extension FolderAudioRepository {
    /// Knows the sizes of songs whose source consists of audio files: a catalogue may name any file beside it.
    package func sizes(of songs: [Music]) async throws -> [Int64?] {
        let sources = try await files.sources.sources().filter { $0.traits.contains(.onlyLocalAudio) }
        let paths = songs.map { song in
            sources.contains { song.sources.contains($0.name) } ? song.audioURL.flatMap { BytePath(address: $0) } : nil
        }
        guard paths.contains(where: { $0 != nil }) else { return songs.map { _ in nil } }
        let folders = sources.compactMap(files.folder)
        return try await BlockingIO.run {
            let open = folders.compactMap { try? FolderRoot($0).open() }
            return paths.map { path in
                guard let path else { return nil }
                return open.lazy.compactMap { folder in (try? folder.file(at: path))?.length }.first
            }
        }
    }
}

/// Reads artwork from the files in the folders of sources: pictures, and audio files that contain one.
///
/// Artwork with any other address comes from another repository.
package struct FolderArtworkRepository: ArtworkRepository {
    private let files: FolderFiles
    private let other: any ArtworkRepository
    private let byteLimit: Int

    /// Creates a repository that rejects picture files of more than `byteLimit` bytes.
    ///
    /// `folder` returns the folder in which files of a source's songs may be opened; nil if they have none.
    package init(
        sources: any SourceRepository, folder: @escaping @Sendable (Source) -> String?, byteLimit: Int = 10 << 20,
        otherwise other: any ArtworkRepository
    ) {
        (files, self.byteLimit, self.other) = (FolderFiles(sources: sources, folder: folder), byteLimit, other)
    }

    package func artwork(of music: Music) async throws -> ArtworkImage? {
        guard let (file, _) = try await files.file(music.artworkURL, of: music) else {
            return try await other.artwork(of: music)
        }
        return try await BlockingIO.run { try picture(in: file, of: music) }
    }

    private func picture(in file: AudioFile, of music: Music) throws -> ArtworkImage? {
        // The file may have changed since its folder was read.
        guard let bytes = try content(file, of: music) else { return nil }
        guard let image = ArtworkImage(bytes) else { throw SourceFailure(.content(.notAnImage), address: music.title) }
        return image
    }

    /// Returns the content of a picture, or the picture in an audio file.
    private func content(_ file: AudioFile, of music: Music) throws -> Data? {
        let isPicture = ArtworkImage(Data(file.read(ArtworkImage.formatBytes, at: 0))) != nil
        let bytes = isPicture ? Data(file.read(byteLimit + 1, at: 0)) : try? TagReader.picture(in: file)
        guard (bytes?.count ?? 0) <= byteLimit else {
            throw SourceFailure(.content(.tooLarge(limit: byteLimit, isUnpacked: false)), address: music.title)
        }
        return bytes
    }
}

/// Opens the files of the library's addresses, only in the folders of sources.
struct FolderFiles: Sendable {
    let sources: any SourceRepository
    let folder: @Sendable (Source) -> String?

    /// Returns a file in the folder of a source of the song, and this source; nil for an address that is not `file:`.
    ///
    /// Throws `SourceFailure` for any other file, even if a symbolic link leads to it.
    func file(_ address: String?, of music: Music) async throws -> (AudioFile, Source)? {
        guard let path = address.flatMap({ BytePath(address: $0) }) else { return nil }
        let sources = try await self.sources.sources().filter { music.sources.contains($0.name) }
        return try await BlockingIO.run {
            for source in sources {
                guard let name = folder(source), let folder = try? FolderRoot(name).open() else { continue }
                do throws(StorageFailure) { return (try folder.file(at: path), source) } catch {
                    if error == .missing { continue }
                    throw SourceFailure(.folder(.unreadable(error)), address: music.title)
                }
            }
            throw SourceFailure(.folder(.missing), address: music.title)
        }
    }
}

extension StoredAudio {
    /// Reads the properties of a file; other programs may open it at `path`. Throws `StorageFailure`.
    init(_ audio: AudioFile, path: String?) throws(StorageFailure) {
        let format = AudioPayload.format(of: audio)
        let version = audio.version
        if let failure = audio.failure { throw failure }
        let descriptor = fcntl(audio.descriptor, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { throw StorageFailure(errno: errno) }
        self.init(
            AudioProperties(
                length: audio.length, version: version.text, format: format, modified: version.modified),
            path: path,
            file: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }
}

extension AudioFile {
    /// The modification date, and a text that identifies this version of this file.
    fileprivate var version: (text: String, modified: Date) {
        let numbers = [Int64(bitPattern: status.id.device), Int64(bitPattern: status.id.file)]
        let hash = StableHash([], numbers + [status.size, status.modified, status.changed])
        let modified = Date(timeIntervalSince1970: Double(status.modified) / 1e9)
        return (String(hash.value, radix: 16), modified)
    }
}
