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

    @Test(
        "reads M3U files in Windows-1252, CP949, Shift_JIS and GB18030",
        arguments: [
            (
                "Größte – Hits", "Œuvre – 5€.ogg",
                "23504c41594c4953543a4772f6df7465209620486974730a8c7576726520962035802e6f6767"
            ),
            ("캐롤 모음", "아이유/좋은 날.ogg", "23504c41594c4953543ac4b3b7d120b8f0c0bd0abec6c0ccc0af2fc1c1c0ba20b3af2e6f6767"),
            ("봄날", "장기하와 얼굴들.ogg", "23504c41594c4953543ababdb3af0ac0e5b1e2c7cfbfcd20bef3b1bcb5e92e6f6767"),
            ("ソナタ表", "夜に駆ける/ソ.ogg", "23504c41594c4953543a835c8369835e955c0a96e982c98bec82af82e92f835c2e6f6767"),
            ("アルバム", "能 - さくら.ogg", "23504c41594c4953543a8341838b836f83800a945c202d2082b382ad82e72e6f6767"),
            ("我的最爱", "周杰伦 - 青花瓷.ogg", "23504c41594c4953543aced2b5c4d7eeb0ae0ad6dcbddcc2d7202d20c7e0bba8b4c92e6f6767"),
            (
                "老歌", "月亮代表我的心/邓丽君.ogg",
                "23504c41594c4953543ac0cfb8e80ad4c2c1c1b4fab1edced2b5c4d0c42fb5cbc0f6befd2e6f6767"
            ),
            ("Löw", "Löw/a.ogg", "23504c41594c4953543a4cf6770a4cf6772f612e6f6767"),
        ])
    func readsCodePages(name: String, path: String, hexadecimal: String) async throws {
        try folder.add("song.ogg", as: path)
        let key = try #require(try await FolderFetchResult(folder).key)
        try folder.write(Data(hexadecimal: hexadecimal), to: "List.m3u")
        let playlists = try await fetch().playlists
        #expect(playlists == [RemotePlaylist(key: "List.m3u", name: name, songKeys: [key])])
    }

    @Test(
        "reads playlists in UTF-16, with and without a byte-order mark",
        arguments: [
            ("m3u", "#EXTM3U\r\n#PLAYLIST:Löw\r\nLow\\a.mp3\r\nLöw\\c.flac\r\n"),
            ("pls", "[playlist]\nFile1=Low/a.mp3\nFile2=Löw/c.flac\n"),
            (
                "xspf",
                """
                <?xml version="1.0" encoding="UTF-16"?><playlist><title>Löw</title><trackList><track>
                <location>Low/a.mp3</location></track><track><location>L%C3%B6w/c.flac</location></track></trackList></playlist>
                """
            ),
        ],
        [
            (String.Encoding.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
            (.utf16LittleEndian, []),
        ])
    func readsUTF16(list: (type: String, text: String), encoding: (name: String.Encoding, mark: [UInt8])) async throws {
        let keys = try await songs()
        let text = try #require(list.text.data(using: encoding.name))
        try folder.write(Data(encoding.mark) + text, to: "Löw.\(list.type)")
        let playlists = try await fetch().playlists
        #expect(playlists.map(\.name) == ["Löw"])
        #expect(playlists.map(\.songKeys) == [[keys[0], keys[2]]])
    }

    @Test("finds the file of a literal entry whose bytes are no text")
    func readsLiteralBytes() async throws {
        try folder.write(Data(), to: "notes.txt")
        let name = "a\u{FF}b.ogg".unicodeScalars.map { UInt8($0.value) }
        let file = try MusicFolder.audio("song.ogg")
        let path = Array(folder.path.utf8) + [UInt8(ascii: "/")] + name + [0]
        let descriptor = path.withUnsafeBufferPointer {
            $0.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { open($0, O_WRONLY | O_CREAT, 0o600) } ?? -1 }
        }
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: file)
        let key = try #require(try await FolderFetchResult(folder).key)
        try folder.write(Data(name) + "\n봄날.mp3".utf8, to: "List.m3u")
        #expect(try await fetch().playlists.map { $0.songKeys.first } == [key])
    }

    @Test(
        "reads entries in other spellings after the literal path",
        arguments: [
            ("Some Artist/01 - 봄날 (live).ogg", "Some%20Artist/01%20-%20%EB%B4%84%EB%82%A0%20%28live%29.ogg"),
            ("100% pure.ogg", "100%25%20pure.ogg"), ("100% pure.ogg", "100% pure.ogg"), ("50%25.ogg", "50%25.ogg"),
            (" Top/a.ogg", " Top/a.ogg"), ("Low/a.ogg", "\t Low/a.ogg  "), ("a .ogg", "a .ogg"),
            (" - a.ogg", " - a.ogg"),
            ("#1 Hit.ogg", "./#1 Hit.ogg"), ("Low/a.ogg", "Low\\a.ogg"), ("Low/a.ogg", ".\\Low\\a.ogg"),
            ("back\\slash.ogg", "back\\slash.ogg"), ("Artist: Title?.ogg", "Artist: Title?.ogg"),
            ("Low/a.ogg", "C:\\Users\\Eva\\Music\\Low\\a.ogg"), ("Low/a b.ogg", "file:///D:/Music/Low/a%20b.ogg"),
            ("100% pure.ogg", "file://ROOT/100% pure.ogg"), ("Löw/a.ogg", "L%C3%B6w%5Ca.ogg"),
        ])
    func readsSpellings(path: String, entry: String) async throws {
        try folder.add("song.ogg", as: path)
        let key = try #require(try await FolderFetchResult(folder).key)
        for other in ["50%.ogg", "Music/a.ogg"] { try folder.add("song.mp3", as: other) }
        try folder.write(Data(entry.replacing("ROOT", with: folder.path).utf8), to: "List.m3u")
        #expect(try await fetch().playlists.map(\.songKeys) == [[key]])
    }

    @Test(
        "matches names with composed and decomposed letters",
        arguments: [
            ("Caf\u{E9}/No\u{EB}l.ogg", "Cafe\u{301}/Noe\u{308}l.ogg"),
            ("Cafe\u{301}/Noe\u{308}l.ogg", "Caf\u{E9}/No\u{EB}l.ogg"),
            ("Cafe\u{301}/봄.ogg".decomposedStringWithCanonicalMapping, "Caf\u{E9}/봄.ogg"),
            ("Caf\u{E9}/No\u{EB}l.ogg", "Cafe%CC%81\\Noe%CC%88l.ogg"),
        ])
    func matchesEquivalentNames(path: String, entry: String) async throws {
        try folder.add("song.ogg", as: path)
        let key = try #require(try await FolderFetchResult(folder).key)
        try folder.write(Data("\(entry)\n\(folder.path)/\(entry)\n".utf8), to: "List.m3u")
        #expect(try await fetch().playlists.map(\.songKeys) == [[key, key]])
    }

    @Test("follows relative and absolute links within the folder to playlists", arguments: [false, true])
    func followsLinks(isAbsolute: Bool) async throws {
        let keys = try await songs()
        try folder.write(Data("b.ogg".utf8), to: ".lists/one")
        try folder.link("List.m3u", to: (isAbsolute ? folder.path + "/" : "") + ".lists/one")
        #expect(try await fetch().playlists.map(\.songKeys) == [[keys[1]]])
    }

    @Test("prefers the exact name to an equivalent one, and finds a file below any of them")
    func prefersExactNames() async throws {
        try folder.add("song.ogg", as: "\u{E9}.x")
        try folder.add("song.mp3", as: "e\u{301}.x")
        try folder.add("song.flac", as: "e\u{301}/o\u{308}.x")
        try folder.add("song.wv", as: "\u{E9}/other.x")
        let songs = try await FolderFetchResult(folder)
        let paths = ["/%C3%A9.x", "/e%CC%81.x", "/o%CC%88.x"]
        let keys = paths.compactMap { songs.key(of: $0) }
        try folder.write(Data("\u{E9}.x\ne\u{301}.x\n\u{E9}/\u{F6}.x".utf8), to: "List.m3u")
        #expect(try await fetch().playlists.map(\.songKeys) == [keys])
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
            ("TRACK", "List"), ("TRACK<title>Later</title>", "Later"), ("<title> </title>TRACK", "List"),
            ("<title/>TRACK", "List"),
            ("<x:track xmlns:x='http://xspf.org/ns/0/'><x:location>b.ogg</x:location></x:track>", "List"),
            ("<title><![CDATA[Guns & <Roses>]]></title>TRACK", "Guns & <Roses>"),
            ("<extension><title>No</title></extension><x:title xmlns:x='http://xspf.org/ns/0/'>X</x:title>TRACK", "X"),
            ("<y:title xmlns:y='http://example.org/'>No</y:title>TRACK", "List"),
        ])
    func readsTitle(elements: String, name: String) async throws {
        let keys = try await songs()
        let track = #"<track id="1"><title>A</title><location type="x">b.ogg</location></track>"#
        let text = "<playlist><location>Low/a.mp3</location>\(elements.replacing("TRACK", with: track))</playlist>"
        try folder.write(Data(text.utf8), to: "List.xspf")
        let playlists = try await fetch().playlists
        #expect(playlists == [RemotePlaylist(key: "List.xspf", name: name, songKeys: [keys[1]])])
    }

    @Test(
        "reads XSPF files in the encoding that they declare",
        arguments: [
            (
                "Größte – Hits",
                "3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2749534f2d383835392d31273f3e3c706c61796c6973743e3c7469746c653e4772f6df7465209620486974733c2f7469746c653e3c747261636b3e3c6c6f636174696f6e3e622e6f67673c2f6c6f636174696f6e3e3c2f747261636b3e3c2f706c61796c6973743e"
            ),
            (
                "캐롤",
                "3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d274555432d4b52273f3e3c706c61796c6973743e3c7469746c653ec4b3b7d13c2f7469746c653e3c747261636b3e3c6c6f636174696f6e3e622e6f67673c2f6c6f636174696f6e3e3c2f747261636b3e3c2f706c61796c6973743e"
            ),
            (
                "Кино",
                "3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2777696e646f77732d31323531273f3e3c706c61796c6973743e3c7469746c653ecae8edee3c2f7469746c653e3c747261636b3e3c6c6f636174696f6e3e622e6f67673c2f6c6f636174696f6e3e3c2f747261636b3e3c2f706c61796c6973743e"
            ),
            (
                "Ελλάδα",
                "3c3f786d6c2076657273696f6e3d27312e302720656e636f64696e673d2777696e646f77732d31323533273f3e3c706c61796c6973743e3c7469746c653ec5ebebdce4e13c2f7469746c653e3c747261636b3e3c6c6f636174696f6e3e622e6f67673c2f6c6f636174696f6e3e3c2f747261636b3e3c2f706c61796c6973743e"
            ),
            (
                "Löw",
                "3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d275554462d38273f3e3c706c61796c6973743e3c7469746c653e4cf6773c2f7469746c653e3c747261636b3e3c6c6f636174696f6e3e622e6f67673c2f6c6f636174696f6e3e3c2f747261636b3e3c2f706c61796c6973743e"
            ),
            (
                "さくら",
                "3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d276e6f6e73656e7365273f3e3c706c61796c6973743e3c7469746c653e82b382ad82e73c2f7469746c653e3c747261636b3e3c6c6f636174696f6e3e622e6f67673c2f6c6f636174696f6e3e3c2f747261636b3e3c2f706c61796c6973743e"
            ),
        ])
    func readsDeclaredEncoding(name: String, hexadecimal: String) async throws {
        let keys = try await songs()
        try folder.write(Data(hexadecimal: hexadecimal), to: "List.xspf")
        let playlists = try await fetch().playlists
        #expect(playlists == [RemotePlaylist(key: "List.xspf", name: name, songKeys: [keys[1]])])
    }

    @Test("reads one entry per track of an XSPF file: the first location with a file")
    func readsOneEntryPerTrack() async throws {
        let keys = try await songs()
        let tracks = [
            ["http://example.org/a.mp3", "gone.mp3", "<![CDATA[Low/a.mp3]]>", "b.ogg"],
            ["gone.mp3", "http://example.org"],
            ["http://example.org"], [], ["b.ogg"],
        ]
        let elements = tracks.map { "<track>\($0.map { "<location>\($0)</location>" }.joined())</track>" }
        let text = "<playlist><trackList>\(elements.joined())</trackList></playlist>"
        try folder.write(Data(text.utf8), to: "List.xspf")
        let other = "<track><location>b.ogg</location><location>Low/a.mp3</location></track>"
        try folder.write(Data("<playlist>\(other)</playlist>".utf8), to: "Other.xspf")
        let songs = try await fetch().playlists.map(\.songKeys)
        #expect(songs == [[keys[0], "missing:gone.mp3", keys[1]], [keys[1]]])
    }

    @Test(
        "reads an XSPF file up to its first error, and reports the line",
        arguments: [
            ("<playlist><track><location>b.ogg</location></track>\n<title>A & B</title></playlist>", 1, 2),
            ("<playlist><track><location>b.ogg</location></track>\n\n<track><location>Low/a.mp3</loc", 1, 3),
            ("<!DOCTYPE p [<!ENTITY a 'aaaa'>\n]><playlist><title>&a;</title></playlist>", 0, 1),
            ("<!DOCTYPE p [\n<!ENTITY x SYSTEM 'file:///etc/passwd'>]><playlist><title>&x;</title></playlist>", 0, 1),
        ])
    func reportsInvalidXML(text: String, count: Int, line: Int) async throws {
        _ = try await songs()
        try folder.write(Data(text.utf8), to: "List.xspf")
        try folder.write(Data("b.ogg".utf8), to: "Other.m3u")
        let result = try await fetch()
        #expect(result.playlists.map(\.name) == ["List", "Other"])
        #expect(result.playlists.map(\.songKeys.count) == [count, 1])
        #expect(result.rejected == [RejectedRecord(position: 2, .file("List.xspf", .invalidXML(line: line)))])
    }

    @Test(
        "reads no deep, large or multiplied elements of an XSPF file", .timeLimit(.minutes(3)),
        arguments: [
            ("", "<a>", 1 << 18), ("", "<track><location>", 100_000), ("<playlist><title>", "a", 4 << 20),
            ("<a xmlns:n='LONG'>", "<n:a/>", 200_000), ("<!DOCTYPE a [<!ATTLIST t MANY>]><a>", "<t/>", 1 << 18),
        ])
    func limitsXSPF(start: String, repeated: String, count: Int) async throws {
        let long = String(repeating: "x", count: 1 << 20)
        let many = (0..<10_000).map { "a\($0) CDATA ''" }.joined(separator: " ")
        let text =
            start.replacing("LONG", with: long).replacing("MANY", with: many)
            + String(repeating: repeated, count: count)
        _ = try await songs()
        try folder.write(Data(text.utf8), to: "List.xspf")
        let result = try await fetch()
        #expect(result.playlists.map(\.songKeys) == [[]])
        #expect(result.rejected.map(\.cause) == [.file("List.xspf", .invalidXML(line: 1))])
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
        let text = lines.joined(separator: "\n")
        try folder.write(Data((type == "xspf" ? "<playlist>\(text)</playlist>" : text).utf8), to: "List.\(type)")
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
        // Seven playlists are invalid XML.
        #expect(result.rejected.count == 8)
        #expect(result.rejected.last == RejectedRecord(position: 29, .file("large.m3u", .tooLarge(limit: 8 << 20))))
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
