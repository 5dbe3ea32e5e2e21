package import FermataDomain
import Foundation

/// Reads artwork from the files of folders that are sources: pictures, and audio files that contain one.
///
/// Artwork with any other address comes from another repository.
package struct FolderArtworkRepository: ArtworkRepository {
    private let sources: any SourceRepository
    private let other: any ArtworkRepository
    private let byteLimit: Int

    /// Creates a repository that rejects picture files of more than `byteLimit` bytes.
    package init(sources: any SourceRepository, byteLimit: Int = 10 << 20, otherwise other: any ArtworkRepository) {
        (self.sources, self.byteLimit, self.other) = (sources, byteLimit, other)
    }

    package func artwork(of music: Music) async throws -> ArtworkImage? {
        guard let path = music.artworkURL.flatMap({ BytePath(address: $0) }) else {
            return try await other.artwork(of: music)
        }
        let folders = try await sources.sources().filter {
            $0.kind == Source.folderKind && music.sources.contains($0.name)
        }
        return try await BlockingIO.run { try picture(at: path, in: folders.map(\.address), of: music) }
    }

    /// Reads only files in the folders, even through symbolic links.
    private func picture(at path: BytePath, in folders: [String], of music: Music) throws -> ArtworkImage? {
        guard let path = path.resolved,
            folders.contains(where: { folder in
                BytePath(folder).resolved.flatMap { path.relative(to: $0) } != nil
            })
        else {
            throw SourceFailure(.folder(.missing), address: music.title)
        }
        // The file may have been removed or changed since its folder was read.
        guard let file = try? AudioFile(path), let bytes = try content(file, of: music) else { return nil }
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
