import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Files of a folder")
struct FolderScanTests {
    private let folder = MusicFolder()

    @Test("lists songs of a folder before those of its folders, by name")
    func listsInOrder() async throws {
        for path in ["b.mp3", "a/z.mp3", "a/b/c.mp3", "c.mp3", "B/a.mp3"] { try folder.add("song.mp3", as: path) }
        let names = try await FolderFetchResult(folder).music.compactMap { $0.audioURL?.dropFirst("file://".count) }
        let root = folder.url.resolvingSymlinksInPath().path
        #expect(names.map { $0.dropFirst(root.count) } == ["/b.mp3", "/c.mp3", "/B/a.mp3", "/a/z.mp3", "/a/b/c.mp3"])
    }

    @Test("reports no change without reading a file again")
    func reportsNoChange() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        let first = try await FolderFetchResult(folder)
        #expect(try await FolderFetchResult(folder, since: first.revision).end == .unchanged)
    }

    @Test("ignores hidden files, pictures and texts, and unknown files that are not audio")
    func ignoresOtherFiles() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        try folder.add("song.mp3", as: ".hidden.mp3")
        try folder.add("song.mp3", as: ".Trash/b.mp3")
        for name in ["cover.jpg", "notes.txt", "list.m3u", "data.bin", "README"] {
            try folder.write(Data("no audio".utf8), to: name)
        }
        let result = try await FolderFetchResult(folder)
        #expect(result.music.count == 1)
        #expect(result.rejected.isEmpty)
        #expect(try await FolderFetchResult(folder, since: result.revision).end == .unchanged)
        try folder.add("song.ogg", as: "b.ogg")
        let next = try await FolderFetchResult(folder, since: result.revision)
        #expect(next.music.count == 2 && next.rejected.isEmpty)
    }

    @Test(
        "ignores folders for deleted files, old versions and thumbnails",
        arguments: [
            "$RECYCLE.BIN/S-1-5-21/$RAB.mp3", "#recycle/Low/a.mp3", "Low/@eaDir/a.mp3/x.mp3", "@Recycle/a.mp3",
            "#snapshot/GMT-1/a.mp3", "@Recently-Snapshot/a.mp3", "lost+found/a.mp3", "System Volume Information/a.mp3",
            ".Trash-1000/files/a.mp3", "Low/.@__thumb/a.mp3", "._song.mp3",
        ])
    func ignoresSystemFolders(path: String) async throws {
        try folder.add("song.ogg", as: "song.ogg")
        try folder.add("song.mp3", as: path)
        let result = try await FolderFetchResult(folder)
        #expect(result.music.compactMap { $0.audioURL?.hasSuffix("/Music/song.ogg") } == [true])
        #expect(result.rejected.isEmpty)
    }

    @Test(
        "reads names that begin with several dots, or contain those of system folders",
        arguments: [
            "Metallica/.. And Justice/a.mp3", "...Baby One More Time.mp3", "…And Justice/a.mp3", "#1 Hits/a.mp3",
            "@eaDir Sessions/a.mp3", "$ong/#recycled.mp3", "Lost and Found/a.mp3",
        ])
    func readsNamesWithDots(path: String) async throws {
        try folder.add("song.mp3", as: path)
        #expect(try await FolderFetchResult(folder).music.count == 1)
    }

    @Test("skips damaged audio files, and reports their paths each time")
    func reportsDamagedFiles() async throws {
        let song = try MusicFolder.audio("song.flac")
        try folder.add("song.mp3", as: "good.mp3")
        try folder.write(Data(), to: "Low/empty.mp3")
        try folder.write(Data(repeating: 0, count: 5_000), to: "Low/zeros.flac")
        try folder.write(song.prefix(20), to: "Low/short.flac")
        let first = try await FolderFetchResult(folder)
        #expect(first.music.count == 1)
        let expected = ["Low/empty.mp3", "Low/short.flac", "Low/zeros.flac"].map { RecordError.file($0, .notAudio) }
        #expect(first.rejected.map(\.cause) == expected)
        #expect(first.rejected.map(\.position) == [2, 3, 4])
        try folder.add("song.ogg", as: "other.ogg")
        #expect(try await FolderFetchResult(folder, since: first.revision).rejected.map(\.cause) == expected)
    }

    @Test("reports no change of a folder with only a damaged file")
    func reportsNoChangeWithoutSongs() async throws {
        try folder.write(Data(count: 5_000), to: "a.mp3")
        let first = try await FolderFetchResult(folder)
        #expect(first.music.isEmpty && first.rejected.count == 1)
        #expect(try await FolderFetchResult(folder, since: first.revision).end == .unchanged)
    }

    @Test("a song whose file is damaged later is no song any more")
    func dropsDamagedSong() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        try folder.add("song.ogg", as: "b.ogg")
        let first = try await FolderFetchResult(folder)
        try folder.write(Data(count: 5_000), to: "a.mp3")
        let second = try await FolderFetchResult(folder, since: first.revision)
        #expect(second.key != nil && second.key == first.key(of: "b.ogg"))
        #expect(second.rejected.map(\.cause) == [.file("a.mp3", .notAudio)])
    }

    @Test("skips a file whose tags are too large")
    func reportsLargeTags() async throws {
        try folder.add("song.flac", as: "a.flac")
        // An ID3 tag of 40 MB, then audio.
        var large = Data("ID3".utf8) + Data([4, 0, 0, 0x14, 0, 0, 0])
        large.append(Data(repeating: 1, count: 40 << 20))
        large.append(try MusicFolder.audio("untitled.mp3"))
        try folder.write(large, to: "large.mp3")
        let result = try await FolderFetchResult(folder)
        #expect(result.rejected.map(\.cause) == [.file("large.mp3", .tagsTooLarge(limit: 16 << 20))])
        #expect(result.music.count == 1)
    }

    @Test("reads names that are not UTF-8")
    func readsAnyName() async throws {
        try folder.write(Data(), to: "notes.txt")
        let path = Array(folder.path.utf8) + Array("/\u{e9}-".utf8) + [0xFF, 0xFE] + Array(" #?%.mp3".utf8)
        let written = try MusicFolder.audio("untitled.mp3")
        let descriptor = (path + [0]).withUnsafeBufferPointer {
            $0.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { open($0, O_WRONLY | O_CREAT, 0o600) } ?? -1 }
        }
        try #require(descriptor >= 0)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: written)
        let result = try await FolderFetchResult(folder)
        #expect(result.music.map(\.title) == ["é-\u{FFFD}\u{FFFD} #?%"])
        #expect(result.music.first?.audioURL?.hasSuffix("/%C3%A9-%FF%FE%20%23%3F%25.mp3") == true)
    }

    @Test("follows links into hidden folders, and neither out of the folder nor in circles")
    func followsLinksInside() async throws {
        let outside = MusicFolder()
        try outside.add("song.mp3", as: "outside.mp3")
        try folder.add("song.mp3", as: ".store/object")
        try folder.add("song.ogg", as: "a/b.ogg")
        try folder.link("a.mp3", to: ".store/object")
        try folder.link("again.ogg", to: "a/b.ogg")
        try folder.link("out", to: outside.path)
        try folder.link("out.mp3", to: outside.path + "/outside.mp3")
        try folder.link("a/up", to: "..")
        try folder.link("hidden", to: ".store")
        try folder.link(".store/self", to: "../.store")
        try folder.link("broken.mp3", to: "nothing")
        let result = try await FolderFetchResult(folder)
        let names = result.music.compactMap { $0.audioURL?.split(separator: "/").last }
        #expect(names == ["a.mp3", "b.ogg", "object"])
        #expect(result.rejected.isEmpty)
    }

    @Test("follows an absolute link to a hidden file of the folder")
    func followsAbsoluteLinks() async throws {
        try folder.add("song.mp3", as: ".store/object")
        try folder.link("a.mp3", to: "\(folder.path)/.store/object")
        try folder.write(Data("la la".utf8), to: "a.lrc")
        try folder.link("hidden", to: "\(folder.path)/.store")
        let result = try await FolderFetchResult(folder)
        #expect(result.music.compactMap { $0.audioURL?.split(separator: "/").last } == ["a.mp3", "object"])
        #expect(result.rejected.isEmpty)
    }

    @Test("reads no songs and lyrics outside the folder to which later links lead")
    func readsNothingOutside() async throws {
        let outside = MusicFolder()
        try outside.add("song.mp3", as: "outside.mp3")
        try outside.write(Data("secret".utf8), to: "outside.lrc")
        // More than one batch, so that the links replace files that are listed but not read.
        let names = (1_000...1_299).map { "\($0)" }
        for name in names {
            try folder.add("untitled.mp3", as: "\(name).mp3")
            try folder.write(Data("la la".utf8), to: "\(name).lrc")
        }
        var result = FolderFetchResult()
        for try await element in try FolderMusicRepository(folder: folder.path, readers: 1).batches(since: nil) {
            if result.music.isEmpty {
                for (name, type) in [("1298", "mp3"), ("1299", "lrc")] {
                    try folder.remove("\(name).\(type)")
                    try folder.link("\(name).\(type)", to: "\(outside.path)/outside.\(type)")
                }
            }
            try result.add(element)
        }
        #expect(result.music.map(\.title) == names.filter { $0 != "1298" })
        #expect(result.music.map(\.lyrics) == Array(repeating: "la la", count: 298) + [""])
    }

    @Test("reports a folder that is missing, empty, or a file")
    func reportsUnusableFolders() async throws {
        func failure(_ path: String) async -> SourceFailureCause? {
            do {
                _ = try await FolderMusicRepository(folder: path).batches(since: nil).collected()
                return nil
            } catch { return (error as? SourceFailure)?.cause }
        }
        #expect(await failure(folder.path) == .folder(.missing))
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        #expect(await failure(folder.path) == .folder(.empty))
        try folder.write(Data("no audio".utf8), to: "notes.txt")
        #expect(await failure(folder.path) == .folder(.empty))
        #expect(await failure(folder.path + "/notes.txt") == .folder(.notAFolder))
    }

    @Test("sends no batch of an empty folder")
    func sendsNoEmptyBatch() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        var (count, failure) = (0, SourceFailure?.none)
        do {
            for try await _ in try FolderMusicRepository(folder: folder.path).batches(since: nil) { count += 1 }
        } catch { failure = error as? SourceFailure }
        #expect(count == 0 && failure?.cause == .folder(.empty))
    }

    @Test("reads a folder to which a link leads")
    func followsLinkToFolder() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        let link = folder.url.deletingLastPathComponent().appending(path: "Link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
        let records = try await FolderMusicRepository(folder: link).records()
        #expect(records.count == 1)
    }

    @Test("does not accept a relative path, or one with a NUL", arguments: ["Music", "/Music\0"])
    func refusesRelativePath(path: String) {
        #expect(throws: SourceError.invalidAddress(.notAnAbsolutePath)) { try FolderMusicRepository(folder: path) }
    }
}

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

/// The result of one fetch of a folder.
struct FolderFetchResult {
    var music: [RemoteMusic] = []
    var rejected: [RejectedRecord] = []
    var end: RemoteFetchResult?

    init() {}

    init(_ folder: MusicFolder, since revision: String? = nil) async throws {
        for try await element in try FolderMusicRepository(folder: folder.path).batches(since: revision) {
            try add(element)
        }
    }

    mutating func add(_ element: RemoteFetchElement<RemoteBatch>) throws {
        switch element {
        case .batch(let batch):
            rejected += batch.rejected
            for record in batch.records {
                do { music.append(try record.read()) } catch let error as RejectedRecord { rejected.append(error) }
            }
        case .end(let result): end = result
        }
    }

    var revision: String? { if case .complete(let revision) = end { revision } else { nil } }

    /// The key of the only song.
    var key: String? { music.count == 1 ? music[0].key : nil }

    /// The key of a song by the end of its address.
    func key(of path: String) -> String? { music.first { $0.audioURL?.hasSuffix(path) == true }?.key }
}
