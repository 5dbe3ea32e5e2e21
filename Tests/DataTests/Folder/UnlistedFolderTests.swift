import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Folders that the system does not list")
struct UnlistedFolderTests {
    private let folder = MusicFolder()
    private static let longName = String(repeating: "n", count: 200)
    /// Folders with long names whose path is longer than the system allows.
    private static let levels = 21

    @Test("a folder that cannot be listed keeps its songs, also in the next fetch")
    func keepsSongs() async throws {
        try folder.add("song.ogg", as: "a.ogg")
        try folder.write(Data("no audio".utf8), to: "README")
        try folder.write(Data("a.ogg".utf8), to: "List.m3u")
        try folder.add("song.mp3", as: "Low/b.mp3")
        let first = try await FolderFetchResult(folder)
        try moveDown("Low")
        var revision = first.revision
        for _ in 1...2 {
            let unlisted = try await FolderFetchResult(folder, since: revision)
            #expect(unlisted.key != nil && unlisted.key == first.key(of: "a.ogg"))
            let path = (["Low"] + Array(repeating: Self.longName, count: Self.levels)).joined(separator: "/")
            #expect(
                unlisted.rejected.map(\.cause) == [
                    .file(path, .storage(.nameTooLong)), .file("", .storage(.unreadable)),
                ])
            revision = unlisted.revision
        }
        let playlists = try await FolderPlaylistRepository(folder: folder.path).playlistBatches(since: nil).collected()
        #expect(playlists.end == .partial && playlists.batches.count == 1)
        try moveUp("Low")
        let last = try await FolderFetchResult(folder, since: revision)
        #expect(last.key(of: "b.mp3") != nil && last.key(of: "b.mp3") == first.key(of: "b.mp3"))
        #expect(last.music.count == 2 && last.rejected.isEmpty)
    }

    @Test("after an update, an unlisted song stays the song of its path")
    func keepsSongsOfEarlierVersion() async throws {
        try folder.add("song.ogg", as: "a.ogg")
        try folder.add("song.mp3", as: "Low/b.mp3")
        let first = try await FolderFetchResult(folder)
        let revision = try #require(first.revision)
        let earlier = String(revision[..<(try #require(revision.lastIndex(of: ":")))])
        try moveDown("Low")
        let unlisted = try await FolderFetchResult(folder, since: earlier)
        try moveUp("Low")
        try folder.add("song.flac", as: "Low/b.mp3")
        let last = try await FolderFetchResult(folder, since: unlisted.revision)
        #expect(last.key(of: "b.mp3") != nil && last.key(of: "b.mp3") == first.key(of: "b.mp3"))
        #expect(last.revision?.split(separator: ":", omittingEmptySubsequences: false).count == 3)
    }

    /// Moves the content of a folder below folders with long names in it, one at a time: the system moves no long path.
    private func moveDown(_ name: String) throws {
        let (files, top) = (FileManager.default, folder.url.appending(path: name))
        for _ in 1...Self.levels {
            try files.createDirectory(at: folder.elsewhere, withIntermediateDirectories: false)
            try files.moveItem(at: top, to: folder.elsewhere.appending(path: Self.longName))
            try files.moveItem(at: folder.elsewhere, to: top)
        }
    }

    private func moveUp(_ name: String) throws {
        let (files, top) = (FileManager.default, folder.url.appending(path: name))
        for _ in 1...Self.levels {
            try files.moveItem(at: top.appending(path: Self.longName), to: folder.elsewhere)
            try files.removeItem(at: top)
            try files.moveItem(at: folder.elsewhere, to: top)
        }
    }
}
