import AudioFiles
import COpenBeneath
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import Testing

@Suite("Audio of a folder")
struct FolderAudioTests {
    private let folder = MusicFolder()

    @Test("opens a file of every format and recognizes it by its content", arguments: MusicFolder.formats)
    func opensFile(format: String) async throws {
        try folder.add("song.\(format)", as: "a \(format).xyz")
        let path = "\(folder.path)/a \(format).xyz"
        let audio = try #require(try await audio(at: path.addressOfFile))
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(audio.path == nil, "the player would open it again")
        #expect(audio.properties.length == Int64(bytes.count))
        #expect(audio.properties.format.map { "\($0)" } == Self.names[format])
        #expect(try audio.file.readToEnd() == bytes)
    }

    @Test("recognizes a file after several tags, zero bytes and other bytes")
    func recognizesLateAudio() async throws {
        let tag = Data("ID3".utf8) + [4, 0, 0x10, 0, 0, 0, 5] + Data(count: 15)
        for (name, format, start) in [
            ("untitled.mp3", AudioFormat.mpeg, tag + tag + Data(count: 4_096)), ("song.flac", .flac, tag + tag),
            ("untitled.mp3", .mpeg, Data(repeating: 0x55, count: 5_000)), ("song.flac", .flac, Data(count: 4_096)),
        ] {
            try folder.write(start + MusicFolder.audio(name), to: "a.mp3")
            #expect(try await audio(at: "\(folder.path)/a.mp3".addressOfFile)?.properties.format == format)
        }
    }

    @Test("names another version if the content changes but not its size and date")
    func namesVersion() async throws {
        let address = "\(folder.path)/a.mp3".addressOfFile
        try folder.write(Data("one".utf8), to: "a.mp3")
        let first = try await audio(at: address)?.properties
        #expect(try await audio(at: address)?.properties == first)
        try folder.write(Data("two".utf8), to: "a.mp3")
        try FileManager.default.setAttributes(
            [.modificationDate: try #require(first?.modified)], ofItemAtPath: "\(folder.path)/a.mp3")
        #expect(try await audio(at: address)?.properties.version != first?.version)
    }

    @Test("rejects missing files, folders and files outside the source's folder")
    func rejectsOtherFiles() async throws {
        let other = MusicFolder()
        try other.write(Data("secret".utf8), to: "secret.mp3")
        try folder.write(Data("tune".utf8), to: "a.mp3")
        try folder.link("link.mp3", to: other.path + "/secret.mp3")
        let addresses = [
            "file://\(other.path)/secret.mp3", "file://\(folder.path)/link.mp3", "file:///etc/passwd",
            "file://\(folder.path)/../\(other.url.lastPathComponent)/secret.mp3", "file://\(folder.path)/missing.mp3",
            "file://\(folder.path)", "file://\(folder.path)2/secret.mp3",
        ]
        try folder.write(Data("secret".utf8), to: "../\(folder.url.lastPathComponent)2/secret.mp3")
        for address in addresses {
            await #expect(throws: SourceFailure.self, "\(address)") { try await audio(at: address) }
        }
        let address = "\(folder.path)/a.mp3".addressOfFile
        await #expect(throws: SourceFailure.self) { try await audio(at: address, source: "shop") }
    }

    @Test("never opens a file outside the folder while a link replaces the song")
    func opensNothingOutside() async throws {
        let other = MusicFolder()
        try other.write(Data("secret".utf8), to: "secret.mp3")
        try folder.write(Data("tune".utf8), to: "a.mp3")
        let swap = try LinkSwap(of: "\(folder.path)/a.mp3", with: "\(other.path)/secret.mp3")
        var contents: Set<String> = []
        for _ in 0..<2_000 {
            let audio = try? await audio(at: "\(folder.path)/a.mp3".addressOfFile)
            if let bytes = try audio?.file.readToEnd() { contents.insert(String(decoding: bytes, as: UTF8.self)) }
        }
        swap.stop()
        #expect(swap.count > 10)
        #expect(contents == ["tune"])
    }

    @Test("has no file for other addresses")
    func hasNoOtherFile() async throws {
        #expect(try await audio(at: "https://example.org/a.mp3") == nil)
        #expect(try await audio(at: nil) == nil)
        try folder.write(Data("tune".utf8), to: "a.mp3")
        #expect(try await audio(at: "file://\(folder.path)/a.mp3%00") == nil)
    }

    @Test("opens only audio beside a catalogue, whatever the catalogue names")
    func opensOnlyAudio() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        try folder.write(Data("secret".utf8), to: "b.txt")
        let sources = InMemoryMusicRepository(now: { .now })
        try await sources.add(
            SampleForms.prepare(
                Source(name: "list", kind: "file", address: "\(folder.path)/songs.csv", added: .distantPast)))
        let files = FolderAudioRepository(sources: sources) { _ in folder.path }
        var music = Music(id: MusicID(1), title: "Fame", audioURL: "file://\(folder.path)/a.mp3", sources: ["list"])
        #expect(try await files.audio(of: music)?.properties.format == .mpeg)
        music.audioURL = "file://\(folder.path)/b.txt"
        await #expect(throws: SourceFailure(.noAudio, address: "Fame")) { try await files.audio(of: music) }
    }

    private static let names = [
        "mp3": "mpeg", "m4a": "mp4", "flac": "flac", "ogg": "ogg", "opus": "ogg", "wav": "wav", "aiff": "aiff",
        "wma": "windowsMedia", "wv": "wavPack", "tta": "trueAudio", "aac": "aac", "mpc": "musepack",
        "ape": "monkeysAudio",
    ]

    private func audio(at address: String?, source: String = "disk") async throws -> StoredAudio? {
        let sources = InMemoryMusicRepository(now: { .now })
        try await sources.add(
            SampleForms.prepare(Source(name: "disk", kind: "folder", address: folder.path, added: .distantPast)))
        let music = Music(id: MusicID(1), title: "Changes", audioURL: address, sources: [source])
        return try await FolderAudioRepository(sources: sources, folder: \.address).audio(of: music)
    }
}

extension String {
    fileprivate var addressOfFile: String { URL(filePath: self).absoluteString }
}

@Suite("Artwork of a folder")
struct FolderArtworkTests {
    private let folder = MusicFolder()

    @Test("reads the picture in audio files of every format", arguments: MusicFolder.formats)
    func readsEmbeddedPicture(format: String) async throws {
        try folder.add("song.\(format)", as: "a.\(format)")
        let picture = try await artwork(try await song())
        #expect(picture?.format == .png)
        #expect(picture?.bytes.suffix(8) == Data("IEND".utf8) + Data([0xAE, 0x42, 0x60, 0x82]))
    }

    @Test("prefers the front cover in ASF and APE tags, wherever it is")
    func prefersFrontCover() async throws {
        try folder.add("pictures.wma", as: "a.wma")
        #expect(try await artwork(try await song())?.bytes.suffix(8).prefix(4) == Data("IEND".utf8))
        let (front, back) = (Data([0xFF, 0xD8, 0xFF, 1]), Data([0xFF, 0xD8, 0xFF, 2]))
        try folder.remove("a.wma")
        for (items, expected) in [
            ([("Back", back), ("Front", front)], front), ([("Icon", front), ("Back", back)], back),
            ([("Front", front)], front),
        ] {
            let tag = ape(items.map { ("Cover Art (\($0.0))", Data("a.jpg\0".utf8) + $0.1) })
            try folder.write(MusicFolder.audio("untitled.mp3") + tag, to: "a.mp3")
            #expect(try await artwork(try await song())?.bytes == expected)
        }
    }

    @Test(
        "prefers the front cover of FLAC files, in blocks or comments, and no address",
        arguments: [false, true])
    func prefersFrontCoverOfFLAC(isComment: Bool) async throws {
        let (front, back) = (Data([0xFF, 0xD8, 0xFF, 1]), Data([0xFF, 0xD8, 0xFF, 2]))
        let address = picture(3, "-->", Data("http://example.org/a.jpg".utf8))
        for (pictures, expected) in [
            ([picture(4, "image/jpeg", back), picture(3, "image/jpeg", front)], front),
            ([address, picture(4, "image/jpeg", back)], back),
        ] {
            try folder.write(flac(pictures, areComments: isComment), to: "a.flac")
            #expect(try await artwork(try await song())?.bytes == expected)
        }
    }

    /// A picture as RFC 9639, section 8.8, describes it.
    private func picture(_ type: Int, _ format: String, _ bytes: Data) -> Data {
        bigEndian(type) + sized(Data(format.utf8)) + Data(count: 20) + sized(bytes)
    }

    /// A FLAC file with pictures in blocks of their own, or in Vorbis comments.
    private func flac(_ pictures: [Data], areComments: Bool) throws -> Data {
        func littleEndian(_ number: Int) -> Data { Data(bigEndian(number).reversed()) }
        let comments = pictures.map { Data("METADATA_BLOCK_PICTURE=\($0.base64EncodedString())".utf8) }
        let comment =
            littleEndian(0) + littleEndian(comments.count)
            + comments.reduce(Data()) { $0 + littleEndian($1.count) + $1 }
        let blocks =
            areComments
            ? [(type: 0x84, comment)]
            : pictures.enumerated().map { index, picture in
                (type: index == pictures.count - 1 ? 0x86 : 6, picture)
            }
        let audio = try MusicFolder.audio("song.flac")
        // `fLaC` and the block of the stream, then these blocks, and frames.
        let frames = try #require(audio.range(of: Data([0xFF, 0xF8])))
        return blocks.reduce(audio.prefix(42)) { $0 + bigEndian($1.type << 24 | $1.1.count) + $1.1 }
            + audio[frames.lowerBound...]
    }

    private func sized(_ bytes: Data) -> Data { bigEndian(bytes.count) + bytes }

    private func bigEndian(_ number: Int) -> Data { withUnsafeBytes(of: UInt32(number).bigEndian) { Data($0) } }

    @Test("prefers a picture beside the file to an address, and any picture to an icon")
    func ignoresAddresses() async throws {
        let bytes = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 7, count: 100)
        try folder.write(bytes, to: "cover.jpg")
        try folder.write(tagged(["-->\0\u{3}\0http://example.org/a.jpg"]), to: "a.mp3")
        #expect(try await artwork(try await song())?.bytes == bytes)
        let icons = ["image/bmp\0\u{1}\0icon", "image/bmp\0\u{2}\0icon", "image/png\0\u{4}\0\u{89}PNG\r\n\u{1A}\nback"]
        try folder.write(tagged(icons), to: "a.mp3")
        #expect(try await artwork(try await song())?.format == .png)
    }

    @Test("reads the picture of an ID3 tag before FLAC")
    func readsPictureBeforeFLAC() async throws {
        let audio = try MusicFolder.audio("retagged.flac")
        try folder.write(tagged(["image/jpeg\0\u{3}\0\u{FF}\u{D8}\u{FF}\u{E0}"], before: audio), to: "a.flac")
        #expect(try await artwork(try await song())?.format == .jpeg)
    }

    /// Audio after an ID3v2 tag with pictures in Latin-1.
    private func tagged(_ pictures: [String], before audio: Data? = nil) throws -> Data {
        let frames = pictures.reduce(into: Data()) { frames, picture in
            let content = Data([0]) + picture.unicodeScalars.map { UInt8($0.value) }
            frames += Data("APIC\0\0\0".utf8) + [UInt8(content.count), 0, 0] + content
        }
        let size = [UInt8(frames.count >> 7), UInt8(frames.count & 0x7F)]
        return try Data("ID3".utf8) + [3, 0, 0, 0, 0] + size + frames + (audio ?? MusicFolder.audio("untitled.mp3"))
    }

    /// An APE tag with binary items.
    private func ape(_ items: [(name: String, value: Data)]) -> Data {
        func integer(_ number: Int) -> Data { withUnsafeBytes(of: UInt32(number).littleEndian) { Data($0) } }
        let content = items.reduce(into: Data()) { content, item in
            content += integer(item.value.count) + integer(2) + Data("\(item.name)\0".utf8) + item.value
        }
        let footer = [2_000, content.count + 32, items.count, 0, 0, 0].map(integer)
        return content + Data("APETAGEX".utf8) + footer.reduce(Data(), +)
    }

    @Test("reads a picture beside the file")
    func readsPictureFile() async throws {
        try folder.add("untitled.mp3", as: "a.mp3")
        let bytes = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 7, count: 100)
        try folder.write(bytes, to: "cover.jpg")
        #expect(try await artwork(try await song()) == ArtworkImage(format: .jpeg, bytes: bytes))
    }

    @Test("reads a picture beside the file to which a link within the folder leads")
    func readsLinkedPicture() async throws {
        try folder.add("untitled.mp3", as: "CD1/a.mp3")
        let bytes = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 7, count: 100)
        for (target, link) in [("cover.jpg", "../cover.jpg"), (".objects/cover", "../.objects/cover")] {
            try folder.write(bytes + Data(target.utf8), to: target)
            try? folder.remove("CD1/cover.jpg")
            try folder.link("CD1/cover.jpg", to: link)
            #expect(try await artwork(try await song())?.bytes == bytes + Data(target.utf8))
        }
    }

    @Test("rejects large and false pictures, and files outside the source's folder")
    func rejectsOtherFiles() async throws {
        try folder.add("untitled.mp3", as: "a.mp3")
        try folder.write(Data([0xFF, 0xD8, 0xFF]) + Data(repeating: 7, count: 2_000), to: "cover.jpg")
        for limit in [1_000, 2_002] {
            let failure = SourceFailure(.content(.tooLarge(limit: limit, isUnpacked: false)), address: "a")
            await #expect(throws: failure) { try await artwork(try await song(), byteLimit: limit) }
        }
        #expect(try await artwork(try await song(), byteLimit: 2_003)?.bytes.count == 2_003)
        let other = MusicFolder()
        try other.write(Data([0xFF, 0xD8, 0xFF]) + Data(repeating: 7, count: 9), to: "secret.jpg")
        try folder.link("link.jpg", to: other.path + "/secret.jpg")
        let addresses = [
            "file://\(other.path)/secret.jpg", "file://\(folder.path)/link.jpg", "file:///etc/passwd",
            "file://\(folder.path)/../\(other.url.lastPathComponent)/secret.jpg", "file://\(folder.path)/missing.jpg",
        ]
        for address in addresses {
            var music = try await song()
            music.artworkURL = address
            await #expect(throws: SourceFailure.self, "\(address)") { try await artwork(music) }
        }
    }

    @Test("never reads a picture outside the folder while a link replaces the song's")
    func readsNothingOutside() async throws {
        try folder.add("untitled.mp3", as: "a.mp3")
        let other = MusicFolder()
        let (own, secret) = (Data([0xFF, 0xD8, 0xFF, 1]), Data([0xFF, 0xD8, 0xFF, 2]))
        try folder.write(own, to: "cover.jpg")
        try other.write(secret, to: "secret.jpg")
        let song = try await song()
        let swap = try LinkSwap(of: "\(folder.path)/cover.jpg", with: "\(other.path)/secret.jpg")
        var pictures: Set<Data> = []
        for _ in 0..<2_000 {
            if let picture = try? await artwork(song) { pictures.insert(picture.bytes) }
        }
        swap.stop()
        #expect(swap.count > 10)
        #expect(pictures == [own])
    }

    @Test("leaves other addresses to the other repository")
    func leavesOtherAddresses() async throws {
        try folder.add("untitled.mp3", as: "a.mp3")
        var music = try await song()
        music.artworkURL = "http://example.org/a.png"
        #expect(try await artwork(music)?.bytes == Data("other".utf8))
        music.artworkURL = nil
        #expect(try await artwork(music)?.bytes == Data("other".utf8))
    }

    private func song() async throws -> Music {
        let remote = try #require(try await FolderFetchResult(folder).music.first)
        return Music(id: MusicID(1), title: remote.title, artworkURL: remote.artworkURL, sources: ["disk"])
    }

    private func artwork(_ music: Music, byteLimit: Int = 10 << 20) async throws -> ArtworkImage? {
        let sources = InMemoryMusicRepository(now: { .now })
        try await sources.add(
            SampleForms.prepare(Source(name: "disk", kind: "folder", address: folder.path, added: .distantPast)))
        return try await FolderArtworkRepository(
            sources: sources, folder: \.address, byteLimit: byteLimit, otherwise: OtherArtwork()
        ).artwork(of: music)
    }

    private struct OtherArtwork: ArtworkRepository {
        func artwork(of music: Music) async throws -> ArtworkImage? {
            ArtworkImage(format: .gif, bytes: Data("other".utf8))
        }
    }
}

@Suite("Opening files below a folder")
struct OpenBeneathTests {
    private static let ways: [@Sendable (CInt, UnsafePointer<CChar>, CInt) -> CInt] = [
        { open_beneath($0, $1, $2) }, { open_beneath_by_component($0, $1, $2) },
    ]
    private let folder = MusicFolder()

    @Test("opens files and folders, and follows no link, no way up and no absolute path", arguments: ways.indices)
    func opensBelow(way: Int) throws {
        try folder.write(Data("tune".utf8), to: "a/b/c.mp3")
        try folder.link("file", to: "a/b/c.mp3")
        try folder.link("a/folder", to: "b")
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        func opens(_ path: String) -> Bool {
            let file = Self.ways[way](descriptor, path, O_RDONLY)
            if file >= 0 { close(file) }
            return file >= 0
        }
        for path in ["a/b/c.mp3", "a//b/c.mp3", "./a/b/c.mp3", "a/b", "."] { #expect(opens(path), "\(path)") }
        let others = [
            "file", "a/folder", "a/folder/c.mp3", "../Music/a/b/c.mp3", "a/../../Music/a/b/c.mp3",
            "\(folder.path)/a/b/c.mp3", "a/b/d.mp3", "a/b/c.mp3/d", String(repeating: "a", count: 300), "",
        ]
        for path in others { #expect(!opens(path), "\(path)") }
    }
}

/// Exchanges a file with a link to another one, again and again, in a thread of its own.
final class LinkSwap: Sendable {
    private let isStopped = Atomic(false)
    private let exchanges = Atomic(0)
    private let (path, target): (String, String)

    /// Returns after the first exchange.
    init(of path: String, with target: String) throws {
        (self.path, self.target) = (path, target)
        try FileManager.default.copyItem(atPath: path, toPath: path + ".spare")
        exchange()
        Thread.detachNewThread { [self] in
            while !isStopped.load(ordering: .relaxed) { exchange() }
        }
    }

    /// How often the file was exchanged.
    var count: Int { exchanges.load(ordering: .relaxed) }

    private func exchange() {
        symlink(target, path + ".link")
        rename(path + ".link", path)
        link(path + ".spare", path + ".file")
        rename(path + ".file", path)
        exchanges.add(1, ordering: .relaxed)
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }
}
