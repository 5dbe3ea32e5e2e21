import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Playlists of a folder")
struct FolderPlaylistTests {
    private let folder = MusicFolder()

    @Test(
        "reads playlists with relative, absolute and file: entries",
        arguments: [
            ("m3u", "#EXTM3U\n#EXTINF:2,Low\nLow/a.mp3\r\nROOT/b.ogg\nfile://ROOT/L%C3%B6w/c.flac\n"),
            ("m3u8", "\u{FEFF}Low/a.mp3\n\n  ./b.ogg  \nLow/../Löw/c.flac\nhttp://example.org/stream"),
            ("m3u", "Low\\a.mp3\nb.ogg\nLöw\\c.flac"),
            ("m3u", "file:ROOT/Low/a.mp3\nFILE:ROOT/b.ogg\nfile:ROOT/L%C3%B6w/c.flac"),
            (
                "pls",
                "[playlist]\nFile1=Low/a.mp3\nTitle1=A\nfile2=b.ogg\nFile3=file://localhostROOT/L%C3%B6w/c.flac\nVersion=2"
            ),
            (
                "xspf",
                """
                <?xml version="1.0"?><playlist version="1"><title> List </title><trackList>
                <!-- <track><location>x.mp3</location></track> -->
                <track><title>A</title><location>Low/a.mp3</location></track>
                <track><location>&#98;&#x2E;ogg</location></track><track><location>file:ROOT/L%C3%B6w/c.flac</location></track>
                </trackList></playlist>
                """
            ),
        ])
    func readsEntries(type: String, text: String) async throws {
        let keys = try await songs()
        try folder.write(Data(text.replacing("ROOT", with: folder.path).utf8), to: "List.\(type)")
        let playlists = try await fetch().playlists
        #expect(playlists == [RemotePlaylist(key: "List.\(type)", name: "List", songKeys: keys)])
    }

    @Test("reads an M3U file in Latin-1")
    func readsLatin1() async throws {
        let keys = try await songs()
        try folder.write(Data([UInt8(ascii: "L"), 0xF6] + "w/c.flac".utf8), to: "List.m3u")
        #expect(try await fetch().playlists.map(\.songKeys) == [[keys[2]]])
    }

    @Test("uses the name in the file, else that of the file")
    func readsName() async throws {
        _ = try await songs()
        try folder.write(Data("#PLAYLIST:캐롤 모음\nb.ogg".utf8), to: "Low/x.m3u8")
        try folder.write(Data("#PLAYLIST: \n../b.ogg".utf8), to: "Low/y.m3u8")
        #expect(try await fetch().playlists.map(\.name) == ["캐롤 모음", "y"])
        #expect(try await fetch().playlists.map(\.key) == ["Low/x.m3u8", "Low/y.m3u8"])
    }

    @Test(
        "uses the first title outside of tracks of an XSPF file, and locations in them",
        arguments: [
            ("<title> Söngs &amp; more </title><title>Other</title>TRACK", "Söngs & more"),
            ("TRACK", "List"), ("TRACK<title>Later</title>", "List"),
        ])
    func readsTitle(elements: String, name: String) async throws {
        let keys = try await songs()
        let track = #"<track id="1"><title>A</title><location type="x">b.ogg</location></track>"#
        let text = "<playlist><location>Low/a.mp3</location>\(elements.replacing("TRACK", with: track))</playlist>"
        try folder.write(Data(text.utf8), to: "List.xspf")
        let playlists = try await fetch().playlists
        #expect(playlists == [RemotePlaylist(key: "List.xspf", name: name, songKeys: [keys[1]])])
    }

    @Test("stores entries without a file, or with one outside the folder, as unknown songs")
    func keepsMissingEntries() async throws {
        let keys = try await songs()
        let outside = MusicFolder()
        try outside.add("song.tta", as: "d.tta")
        try folder.write(Data("gone.mp3\n\(outside.path)/d.tta\n../../d.tta\nb.ogg".utf8), to: "List.m3u")
        let music = try await fetch().playlists.first?.songKeys
        #expect(music?.count == 4 && music?.last == keys[1])
        #expect(music?.prefix(3).contains { keys.contains($0) || $0.hasPrefix("audio:") } == false)
    }

    @Test("reads no playlist outside the folder to which a later link leads")
    func readsNothingOutside() async throws {
        _ = try await songs()
        let (outside, count) = (MusicFolder(), 10)
        try outside.write(Data("#PLAYLIST:Secret\nb.ogg".utf8), to: "secret.m3u")
        for number in 1...count { try folder.write(Data("b.ogg".utf8), to: "\(number + 10).m3u") }
        var result: (names: [String], rejected: [RecordError]) = ([], [])
        for try await element in try FolderPlaylistRepository(folder: folder.path).playlistBatches(since: nil) {
            guard case .batch(let batch) = element else { continue }
            if result.names.isEmpty {
                try folder.remove("\(count + 10).m3u")
                try folder.link("\(count + 10).m3u", to: "\(outside.path)/secret.m3u")
            }
            result.names += batch.playlists.map(\.name)
            result.rejected += batch.rejected.map(\.cause)
        }
        #expect(result.names == (1..<count).map { "\($0 + 10)" })
        #expect(result.rejected == [.file("\(count + 10).m3u", .storage(.missing))])
    }

    @Test("reports no change until a file changes")
    func reportsNoChange() async throws {
        _ = try await songs()
        try folder.write(Data("b.ogg".utf8), to: "List.m3u")
        let revision = try await fetch().revision
        #expect(try await fetch(since: revision).revision == nil)
        try folder.write(Data("b.ogg\nb.ogg".utf8), to: "List.m3u")
        #expect(try await fetch(since: revision).playlists.map(\.songKeys.count) == [2])
    }

    @Test("reports an empty folder, and one that is moved while it is read")
    func reportsUnusableFolders() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        await #expect(throws: SourceFailure(.folder(.empty), address: folder.path)) { try await fetch() }
        for number in 1...5 { try folder.write(Data("b.ogg".utf8), to: "\(number).m3u") }
        let (root, other) = (folder.url, folder.elsewhere)
        await #expect(throws: SourceFailure(.folder(.missing), address: folder.path)) {
            for try await _ in try FolderPlaylistRepository(folder: root.path).playlistBatches(since: nil)
            where FileManager.default.fileExists(atPath: root.path) {
                try FileManager.default.moveItem(at: root, to: other)
            }
        }
    }

    @Test("lists a folder again if its songs were not fetched, or fetched from another one")
    func ignoresOtherStates() async throws {
        _ = try await songs()
        try folder.write(Data("b.ogg".utf8), to: "List.m3u")
        let (revision, states) = (try await fetch().revision, FolderStateCache())
        let music = try FolderMusicRepository(folder: folder.path, states: states)
        for try await _ in music.batches(since: nil) {}
        try FileManager.default.moveItem(at: folder.url, to: folder.elsewhere)
        await #expect(throws: SourceFailure(.folder(.missing), address: folder.path)) {
            for try await _ in music.batches(since: nil) {}
        }
        try FileManager.default.moveItem(at: folder.elsewhere, to: folder.url)
        try folder.write(Data("b.ogg".utf8), to: "New.m3u")
        #expect(try await fetch(since: revision, states: states).playlists.map(\.name) == ["List", "New"])

        let latest = try await fetch().revision
        for try await _ in music.batches(since: nil) {}
        try FileManager.default.moveItem(at: folder.url, to: folder.elsewhere)
        try folder.write(Data("b.ogg".utf8), to: "Third.m3u")
        #expect(try await fetch(since: latest, states: states).playlists.map(\.name) == ["Third"])
    }

    @Test("lists a folder once for its songs and playlists, and again for the next fetch")
    func listsFolderOnce() async throws {
        _ = try await songs()
        try folder.write(Data("b.ogg".utf8), to: "List.m3u")
        let states = FolderStateCache()
        let (music, playlists) = (
            try FolderMusicRepository(folder: folder.path, states: states),
            try FolderPlaylistRepository(folder: folder.path, states: states)
        )
        for try await _ in music.batches(since: nil) {}
        var result = FolderFetchEnd()
        for try await element in playlists.playlistBatches(since: nil) { result.add(element) }
        let revision = try #require(result.revision)
        for try await _ in music.batches(since: nil) {}
        try folder.write(Data("b.ogg".utf8), to: "New.m3u")
        for try await element in playlists.playlistBatches(since: revision) { result.add(element) }
        #expect(result.end == .unchanged)
        for try await element in playlists.playlistBatches(since: revision) { result.add(element) }
        #expect(result.end != .unchanged)
    }

    @Test("names the copy of a song that is left after the first one was removed")
    func namesRemainingCopy() async throws {
        for path in ["A/x.ogg", "B/x.ogg"] { try folder.add("song.ogg", as: path) }
        try folder.write(Data("B/x.ogg".utf8), to: "List.m3u")
        let states = FolderStateCache()
        let music = try FolderMusicRepository(folder: folder.path, states: states)
        var first = FolderFetchResult()
        for try await element in music.batches(since: nil) { try first.add(element) }
        let removed = try #require(first.key(of: "A/x.ogg"))
        #expect(try await fetch(states: states).playlists.map(\.songKeys) == [[removed]])
        try folder.remove("A/x.ogg")
        var second = FolderFetchResult()
        for try await element in music.batches(since: first.revision) { try second.add(element) }
        let key = try #require(second.key)
        #expect(key == first.key(of: "B/x.ogg"))
        #expect(try await fetch(states: states).playlists.map(\.songKeys) == [[key]])
        #expect(try await fetch(states: states).playlists.map(\.songKeys) == [[key]], "in a second attempt")
        for try await _ in music.batches(since: second.revision) {}
        #expect(try await fetch(states: states).playlists.map(\.songKeys) == [[key]], "without a change")
    }

    @Test("drops entries that are longer than any path", arguments: ["m3u", "pls", "xspf"])
    func dropsLongEntries(type: String) async throws {
        let keys = try await songs()
        let entries = [String(repeating: "a", count: 5_000), String(repeating: "b", count: 1 << 20), "b.ogg"]
        let lines = entries.enumerated().map { number, entry in
            switch type {
            case "pls": "File\(number + 1)=\(entry)"
            case "xspf": "<track><location>\(entry)</location></track>"
            default: entry
            }
        }
        try folder.write(Data(lines.joined(separator: "\n").utf8), to: "List.\(type)")
        #expect(try await fetch().playlists.map(\.songKeys) == [[keys[1]]])
    }

    @Test("stores entries as long as the longest path, and drops longer ones", arguments: [(4_096, 2), (4_097, 1)])
    func limitsEntries(length: Int, count: Int) async throws {
        _ = try await songs()
        try folder.write(Data("\(String(repeating: "a", count: length))\nb.ogg".utf8), to: "List.m3u")
        #expect(try await fetch().playlists.map(\.songKeys.count) == [count])
    }

    @Test("drops entries with a NUL, but with no other character")
    func dropsEntriesWithNUL() async throws {
        let keys = try await songs()
        try folder.write(Data("b.ogg\0x\nL\u{1}w\nb.ogg".utf8), to: "List.m3u")
        #expect(try await fetch().playlists.map(\.songKeys) == [["missing:L%01w", keys[1]]])
    }

    @Test("rejects a playlist that is too large, and any bytes without failing")
    func readsAnyBytes() async throws {
        _ = try await songs()
        try folder.write(Data(repeating: 10, count: (8 << 20) + 1), to: "large.m3u")
        for type in ["m3u", "pls", "xspf"] {
            for (number, start) in ["", "<", "<track><location>", "<!--", "File=", "%", "file://%"].enumerated() {
                try folder.write(Data(start.utf8) + Data((0...255).map { UInt8($0) }), to: "\(number).\(type)")
            }
        }
        let result = try await fetch()
        #expect(result.playlists.count == 21)
        #expect(result.rejected == [RejectedRecord(position: 22, .file("large.m3u", .tooLarge(limit: 8 << 20)))])
    }

    /// An Ogg file of 65,536 pages, each of which has to be read to find the audio.
    @Test("reads a file once, whatever names it", .timeLimit(.minutes(2)))
    func readsFileOnce() async throws {
        let header = Array("OggS".utf8) + [UInt8](repeating: 0, count: 23)
        try folder.write(Data(repeatElement(header, count: 1 << 16).joined()), to: "a.ogg")
        try FileManager.default.linkItem(atPath: folder.path + "/a.ogg", toPath: folder.path + "/b.ogg")
        let names = ["a.ogg", "./a.ogg", "b.ogg", "../\(URL(filePath: folder.path).lastPathComponent)/a.ogg"]
        for list in ["1.m3u", "2.m3u"] {
            let entries = (0..<500).map { names[$0 % names.count] }
            try folder.write(Data(entries.joined(separator: "\n").utf8), to: list)
        }
        let playlists = try await fetch().playlists
        #expect(playlists.map(\.songKeys.count) == [500, 500])
        #expect(Set(playlists.flatMap(\.songKeys)).count == 1)
    }

    /// Adds three songs and returns their keys.
    private func songs() async throws -> [String] {
        try folder.add("song.mp3", as: "Low/a.mp3")
        try folder.add("song.ogg", as: "b.ogg")
        try folder.add("song.flac", as: "Löw/c.flac")
        let songs = try await FolderFetchResult(folder)
        return ["a.mp3", "b.ogg", "c.flac"].compactMap { songs.key(of: $0) }
    }

    private func fetch(
        since revision: String? = nil, states: FolderStateCache = FolderStateCache()
    ) async throws -> (playlists: [RemotePlaylist], rejected: [RejectedRecord], revision: String?) {
        let repository = try FolderPlaylistRepository(folder: folder.path, states: states)
        let fetched = try await repository.playlistBatches(since: revision).collected()
        let revision: String? = if case .complete(let revision) = fetched.end { revision } else { nil }
        return (fetched.batches.flatMap(\.playlists), fetched.batches.flatMap(\.rejected), revision)
    }
}

/// The end of a playlist fetch.
private struct FolderFetchEnd {
    var end: RemoteFetchResult?
    var revision: String? { if case .complete(let revision) = end { revision } else { nil } }

    mutating func add(_ element: RemoteFetchElement<RemotePlaylistBatch>) {
        if case .end(let result) = element { end = result }
    }
}
