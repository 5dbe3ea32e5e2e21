import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Songs of a folder by their audio")
struct FolderIdentityTests {
    private let folder = MusicFolder()

    @Test("a retagged file is the same song", arguments: MusicFolder.formats)
    func retaggedFileIsSameSong(format: String) async throws {
        try folder.add("song.\(format)", as: "a.\(format)")
        let first = try await FolderFetchResult(folder)
        try folder.add("retagged.\(format)", as: "a.\(format)")
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(first.key != nil && first.key == second.key)
        #expect(second.music.first?.title == "Another title, which is much longer than the first one")
    }

    @Test("a moved and retagged file is the same song", arguments: MusicFolder.formats)
    func movedFileIsSameSong(format: String) async throws {
        try folder.add("song.\(format)", as: "a.\(format)")
        let first = try await FolderFetchResult(folder)
        try folder.remove("a.\(format)")
        try folder.add("retagged.\(format)", as: "b/c.\(format)")
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(first.key != nil && first.key == second.key)
        #expect(second.rejected.isEmpty)
    }

    @Test("files with other audio are other songs")
    func otherAudioIsOtherSong() async throws {
        for format in MusicFolder.formats { try folder.add("song.\(format)", as: "a.\(format)") }
        let keys = try await FolderFetchResult(folder).music.map(\.key)
        #expect(Set(keys).count == MusicFolder.formats.count)
    }

    @Test("two files with the same audio are two songs, known by their paths")
    func sameAudioTwiceIsTwoSongs() async throws {
        try folder.add("song.mp3", as: "m.mp3")
        let first = try await FolderFetchResult(folder)
        try folder.add("retagged.mp3", as: "a.mp3")
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(second.key(of: "m.mp3") == first.key)
        #expect(second.key(of: "a.mp3") != nil && second.key(of: "a.mp3") == first.key.map { "\($0)#2" })
        try folder.move("m.mp3", to: "z.mp3")
        let third = try await FolderFetchResult(folder, since: second.revision)
        #expect(third.key(of: "z.mp3") == first.key)
        #expect(third.key(of: "a.mp3") == second.key(of: "a.mp3"))
    }

    @Test("a copy beside a retagged file is the new song")
    func copyOfRetaggedFileIsNewSong() async throws {
        try folder.add("song.mp3", as: "m.mp3")
        let first = try await FolderFetchResult(folder)
        try folder.add("retagged.mp3", as: "m.mp3")
        try folder.add("song.mp3", as: "a.mp3")
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(second.key(of: "m.mp3") == first.key)
        #expect(second.key(of: "a.mp3") != first.key)
    }

    @Test("files with the same audio that move together keep their order")
    func movedCopiesKeepOrder() async throws {
        for name in ["a", "b", "c", "d"] { try folder.add("song.mp3", as: "old/\(name).mp3") }
        let first = try await FolderFetchResult(folder)
        try folder.move("old", to: "new")
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(second.music.map(\.key) == first.music.map(\.key) && Set(second.music.map(\.key)).count == 4)
        #expect(first.music.map { String($0.key.drop { $0 != "#" }) } == ["", "#2", "#3", "#4"])
    }

    @Test("a moved file and a copy of it are two songs")
    func movedFileAndCopyAreTwoSongs() async throws {
        try folder.add("song.mp3", as: "m.mp3")
        let first = try await FolderFetchResult(folder)
        try folder.move("m.mp3", to: "a.mp3")
        try folder.add("song.mp3", as: "b.mp3")
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(first.key != nil && second.key(of: "a.mp3") == first.key)
        #expect(second.key(of: "b.mp3") == first.key.map { "\($0)#2" })
    }

    @Test("an unchanged file stays the song of its revision, even if the version differs")
    func unchangedFileIsSameSongInOtherVersion() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        let first = try await FolderFetchResult(folder)
        let entries = try #require(first.revision?.split(separator: ":").last)
        var data = try #require(Data(base64Encoded: String(entries)))
        // A hash with the version, the file and its stamp have eight bytes each; its audio follows.
        data[24] ^= 1
        let second = try await FolderFetchResult(folder, since: ":\(data.base64EncodedString())")
        #expect(second.key != nil && second.key != first.key)
        data[0] ^= 1
        let third = try await FolderFetchResult(folder, since: ":\(data.base64EncodedString())")
        #expect(third.key == second.key)
        // The file is now known by the audio of this version.
        try folder.remove("a.mp3")
        try folder.add("retagged.mp3", as: "b.mp3")
        let fourth = try await FolderFetchResult(folder, since: third.revision)
        #expect(fourth.key == second.key && fourth.music.first?.title.hasPrefix("Another title") == true)
        try folder.add("song.mp3", as: "c.mp3")
        let fifth = try await FolderFetchResult(folder, since: fourth.revision)
        #expect(fifth.key(of: "b.mp3") == second.key && fifth.key(of: "c.mp3") == first.key)
    }

    @Test("a changed file stays the song of its path after a sync of an earlier version")
    func changedFileIsSameSongAfterEarlierVersion() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        try folder.add("song.flac", as: "b.flac")
        let first = try await FolderFetchResult(folder)
        let revision = try #require(first.revision)
        let earlier = String(revision[..<(try #require(revision.lastIndex(of: ":")))])
        try folder.add("song.ogg", as: "a.mp3")
        for (since, isSame) in [(earlier, true), (revision, false)] {
            let second = try await FolderFetchResult(folder, since: since)
            #expect((second.key(of: "a.mp3") == first.key(of: "a.mp3")) == isSame)
            #expect(second.key(of: "b.flac") == first.key(of: "b.flac"))
        }
        try folder.remove("a.mp3")
        try folder.move("b.flac", to: "a.mp3")
        let third = try await FolderFetchResult(folder, since: earlier)
        #expect(third.key == first.key(of: "b.flac"))
    }

    @Test("a playlist names the song of an unchanged file, even if the version differs")
    func playlistNamesSongOfOtherVersion() async throws {
        try folder.add("song.ogg", as: "a.ogg")
        try folder.write(Data("a.ogg".utf8), to: "List.m3u")
        let first = try await FolderFetchResult(folder)
        let entries = try #require(first.revision?.split(separator: ":").last)
        var data = try #require(Data(base64Encoded: String(entries)))
        data[0] ^= 1
        data[24] ^= 1
        let states = FolderStateCache()
        let songs = try FolderMusicRepository(folder: folder.path, states: states)
        let fetched = try await songs.batches(since: ":\(data.base64EncodedString())").collected()
        let key = try fetched.batches.flatMap(\.records).map { try $0.read().key }
        let playlists = try FolderPlaylistRepository(folder: folder.path, states: states)
        let lists = try await playlists.playlistBatches(since: nil).collected().batches.flatMap(\.playlists)
        #expect(key.count == 1 && key.first != first.key && lists.map(\.songKeys) == [key])
    }

    @Test("a revision without its state lists all files as the same songs")
    func outdatedRevisionKeepsSongs() async throws {
        try folder.add("song.mp3", as: "m.mp3")
        let first = try await FolderFetchResult(folder)
        try folder.add("song.mp3", as: "a.mp3")
        let second = try await FolderFetchResult(folder, since: first.revision)
        let revision = try #require(second.revision)
        let outdated = String(revision[(try #require(revision.firstIndex(of: ":")))...])
        let third = try await FolderFetchResult(folder, since: outdated)
        #expect(third.music.map(\.key) == second.music.map(\.key))
        #expect(third.key(of: "m.mp3") == first.key)
        #expect(try await FolderFetchResult(folder, since: third.revision).end == .unchanged)
    }

    @Test("a file that is retagged while its folder is read stays the same song")
    func retaggedDuringFetchIsSameSong() async throws {
        try fill()
        let first = try await FolderFetchResult(folder)
        try folder.add("song.ogg", as: "0.ogg")
        let second = try await fetch(since: first.revision) { try folder.add("retagged.mp3", as: "z.mp3") }
        #expect(second.key(of: "z.mp3") == first.key(of: "z.mp3"))
        #expect(second.music.last?.title.hasPrefix("Another title") == true)
    }

    @Test("a file that is moved while its folder is read stays the same song")
    func movedDuringFetchIsSameSong() async throws {
        try fill()
        let first = try await FolderFetchResult(folder)
        try folder.add("song.ogg", as: "0.ogg")
        let second = try await fetch(since: first.revision) { try folder.move("z.mp3", to: "zz.mp3") }
        let third = try await FolderFetchResult(folder, since: second.revision)
        #expect(third.key(of: "zz.mp3") == first.key(of: "z.mp3"))
    }

    @Test("a changed file that is moved while its folder is read ends the fetch")
    func changedFileMovedDuringFetchEndsFetch() async throws {
        try fill()
        let first = try await FolderFetchResult(folder)
        try folder.add("song.ogg", as: "0.ogg")
        try folder.add("retagged.mp3", as: "z.mp3")
        await #expect(throws: SourceFailure(.folder(.changed), address: folder.path)) {
            try await fetch(since: first.revision) { try folder.move("z.mp3", to: "zz.mp3") }
        }
        let third = try await FolderFetchResult(folder, since: first.revision)
        #expect(third.key(of: "zz.mp3") == first.key(of: "z.mp3"))
    }

    @Test("a file that is added while its folder is read is read by the next fetch")
    func addedDuringFetchIsReadNext() async throws {
        try fill()
        let first = try await fetch(since: nil) { try folder.add("song.ogg", as: "zz.ogg") }
        #expect(first.key(of: "zz.ogg") == nil && first.revision != nil)
        #expect(first.music.count == 1)
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(second.key(of: "zz.ogg") != nil)
    }

    @Test("a folder that vanishes while it is read is read by the next fetch")
    func vanishedFolderIsReadNext() async throws {
        try folder.add("song.ogg", as: "0.ogg")
        try fill(below: "Low/")
        let (low, other) = (folder.url.appending(path: "Low"), folder.elsewhere)
        let first = try await fetch(since: nil) { try FileManager.default.moveItem(at: low, to: other) }
        #expect(first.key(of: "0.ogg") != nil && first.key(of: "z.mp3") == nil && first.rejected.isEmpty)
        // The files have the same state as before the first fetch.
        try FileManager.default.moveItem(at: other, to: low)
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(second.key(of: "z.mp3") != nil && second.music.count == 2)
    }

    @Test("a source's folder that is moved while it is read ends the fetch")
    func movedRootEndsFetch() async throws {
        try fill()
        let (root, other) = (folder.url, folder.elsewhere)
        await #expect(throws: SourceFailure(.folder(.missing), address: folder.path)) {
            try await fetch(since: nil) { try FileManager.default.moveItem(at: root, to: other) }
        }
    }

    /// Adds more files than a fetch reads ahead, which are two batches of 256, and `z.mp3` as the last one.
    ///
    /// A fetch opens the other files, too, because their names do not show that they are no audio.
    private func fill(below path: String = "") throws {
        for number in 1_000..<1_520 { try folder.write(Data("\(number)".utf8), to: "\(path)\(number)") }
        try folder.add("song.mp3", as: "\(path)z.mp3")
    }

    /// Fetches, and calls `change` after the first batch.
    @discardableResult
    private func fetch(since revision: String?, change: () throws -> Void) async throws -> FolderFetchResult {
        var (result, isFirst) = (FolderFetchResult(), true)
        for try await element in try FolderMusicRepository(folder: folder.path).batches(since: revision) {
            try result.add(element)
            if isFirst { try change() }
            isFirst = false
        }
        return result
    }

    @Test("two files that swap their names stay two songs")
    func swappedFilesStaySongs() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        try folder.add("song.flac", as: "b.mp3")
        let first = try await FolderFetchResult(folder)
        try folder.move("a.mp3", to: "c.mp3")
        try folder.move("b.mp3", to: "a.mp3")
        try folder.move("c.mp3", to: "b.mp3")
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(second.key(of: "b.mp3") == first.key(of: "a.mp3"))
        #expect(second.key(of: "a.mp3") == first.key(of: "b.mp3"))
    }

    @Test("a file that is replaced by other audio is another song")
    func replacedFileIsOtherSong() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        let first = try await FolderFetchResult(folder)
        try folder.add("song.flac", as: "a.mp3")
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(second.key != nil && second.key != first.key)
    }

    @Test("a folder that is moved keeps its songs, with new addresses")
    func movedFolderKeepsSongs() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        let first = try await FolderFetchResult(folder)
        let other = MusicFolder()
        try other.add("song.mp3", as: "a.mp3")
        let second = try await FolderFetchResult(other, since: first.revision)
        #expect(second.key == first.key)
        #expect(second.music.first?.audioURL != first.music.first?.audioURL)
    }

    @Test("a revision of an unknown version leads to the same songs")
    func unknownRevisionKeepsSongs() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        let first = try await FolderFetchResult(folder)
        for revision in ["", "AAAA", "\"etag\"", String((first.revision ?? "").dropLast(8))] {
            #expect(try await FolderFetchResult(folder, since: revision).key == first.key)
        }
    }
}
