import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
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

    private static let names = [
        "mp3": "mpeg", "m4a": "mp4", "flac": "flac", "ogg": "ogg", "opus": "ogg", "wav": "wav", "aiff": "aiff",
        "wma": "windowsMedia", "wv": "wavPack", "tta": "trueAudio", "aac": "aac", "mpc": "musepack",
        "ape": "monkeysAudio",
    ]

    private func audio(at address: String?, source: String = "disk") async throws -> StoredAudio? {
        let sources = InMemoryMusicRepository(now: { .now })
        try await sources.add(
            Source(name: "disk", kind: Source.folderKind, address: folder.path, added: .distantPast))
        let music = Music(id: MusicID(1), title: "Changes", audioURL: address, sources: [source])
        return try await FolderAudioRepository(sources: sources).audio(of: music)
    }
}

extension String {
    fileprivate var addressOfFile: String { URL(filePath: self).absoluteString }
}
