import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Folders that the system does not list")
struct UnlistedFolderTests {
    private let folder = MusicFolder()
    /// A name that makes a path below `longRoot` longer than the system allows.
    private let name = String(repeating: "n", count: 200) + ".mp3"

    @Test("a folder that cannot be listed keeps its songs, also in the next fetch")
    func keepsSongs() async throws {
        try folder.add("song.ogg", as: "a.ogg")
        try folder.write(Data("no audio".utf8), to: "README")
        try folder.write(Data("a.ogg".utf8), to: "List.m3u")
        try folder.add("song.mp3", as: "Low/\(name)")
        let first = try await fetch(folder.path, since: nil)
        let root = longRoot
        try FileManager.default.createDirectory(
            at: root.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: folder.url, to: root)
        // Foundation removes no files with longer paths than the system allows.
        defer { try? FileManager.default.moveItem(at: root, to: folder.url) }
        var revision = first.revision
        for _ in 1...2 {
            let unlisted = try await fetch(root.path, since: revision)
            #expect(unlisted.key != nil && unlisted.key == first.key(of: "a.ogg"))
            #expect(
                unlisted.rejected.map(\.cause) == [
                    .file("Low", .storage(.nameTooLong)), .file("", .storage(.unreadable)),
                ])
            revision = unlisted.revision
        }
        let playlists = try await FolderPlaylistRepository(folder: root.path).playlistBatches(since: nil).collected()
        #expect(playlists.end == .partial && playlists.batches.count == 1)
        try FileManager.default.moveItem(at: root, to: folder.url)
        let last = try await fetch(folder.path, since: revision)
        #expect(last.key(of: name) != nil && last.key(of: name) == first.key(of: name))
        #expect(last.music.count == 2 && last.rejected.isEmpty)
    }

    /// A path beside the folder that is almost as long as the system allows.
    private var longRoot: URL {
        var url = folder.url.deletingLastPathComponent()
        while case let rest = Int(PATH_MAX) - 100 - url.path.utf8.count, rest > 1 {
            url = url.appending(path: String(repeating: "d", count: min(rest - 1, 200)))
        }
        return url
    }

    private func fetch(_ path: String, since revision: String?) async throws -> FolderFetchResult {
        var result = FolderFetchResult()
        for try await element in try FolderMusicRepository(folder: path).batches(since: revision) {
            try result.add(element)
        }
        return result
    }
}
