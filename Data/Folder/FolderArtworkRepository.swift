package import FermataDomain
import Foundation

/// Reads artwork from the files of folders that are sources: pictures, and audio files that contain one.
///
/// Artwork with any other address comes from another repository.
package struct FolderArtworkRepository: ArtworkRepository {
    private let files: FolderFiles
    private let other: any ArtworkRepository
    private let byteLimit: Int

    /// Creates a repository that rejects picture files of more than `byteLimit` bytes.
    package init(sources: any SourceRepository, byteLimit: Int = 10 << 20, otherwise other: any ArtworkRepository) {
        (files, self.byteLimit, self.other) = (FolderFiles(sources: sources), byteLimit, other)
    }

    package func artwork(of music: Music) async throws -> ArtworkImage? {
        guard let file = try await files.file(music.artworkURL, of: music) else {
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
