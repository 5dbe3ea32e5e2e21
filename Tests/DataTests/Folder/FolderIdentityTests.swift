import AudioFiles
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
        #expect(second.key(of: "a.mp3") != nil && second.key(of: "a.mp3") != first.key)
        try folder.move("m.mp3", to: "z.mp3")
        let third = try await FolderFetchResult(folder, since: second.revision)
        #expect(third.key(of: "z.mp3") == first.key)
        #expect(third.key(of: "a.mp3") == second.key(of: "a.mp3"))
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
