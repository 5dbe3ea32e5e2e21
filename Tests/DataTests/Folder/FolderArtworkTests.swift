import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

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
            Source(name: "disk", kind: Source.folderKind, address: folder.path, added: .distantPast))
        return try await FolderArtworkRepository(sources: sources, byteLimit: byteLimit, otherwise: OtherArtwork())
            .artwork(of: music)
    }

    private struct OtherArtwork: ArtworkRepository {
        func artwork(of music: Music) async throws -> ArtworkImage? {
            ArtworkImage(format: .gif, bytes: Data("other".utf8))
        }
    }
}
