import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Bytes of a file that identify its song")
struct FolderPayloadTests {
    private let folder = MusicFolder()

    @Test(
        "lead to the same key in every version of the program",
        arguments: [
            ("mp3", "7728c9588ee711f4982d1927438aca3d"), ("m4a", "cf27da369bf152548cc51d620bf66c5b"),
            ("aac", "87b7f40fc6433478690ae185fc2b4eff"), ("flac", "2d944176bc77638525777030f769f280"),
            ("ogg", "8979389ff9444b21f6bb4ae13d5d1f1b"), ("opus", "be3bf6299190f3bc0ae44b3240a89399"),
            ("wav", "ca350577db17de2ff888842187e1e8a8"), ("aiff", "f188a25b53043e9c1ed39e1232418d17"),
            ("wma", "bcc92cb823c568841a38b16b3516150d"), ("wv", "c2da4f05f1d542987d346e005106b134"),
            ("mpc", "2c977f6a96af60404e3d78e9ce8ec7c9"), ("tta", "abda311e56fb95265c8dcd23f01371d4"),
            ("ape", "5725536d6f7488dd66bbf3c173d4bbea"),
        ])
    func identifySong(format: String, identity: String) async throws {
        try folder.add("song.\(format)", as: "a.\(format)")
        #expect(try await FolderFetchResult(folder).key == "audio:\(identity)")
    }

    @Test("exclude the tags around the audio, alone and in a row")
    func excludesSurroundingTags() async throws {
        let audio = try MusicFolder.audio("untitled.mp3")
        let id3 = Data("TAG".utf8) + Data(count: 125)
        let lyrics = Data("LYRICSBEGINabc000014LYRICS200".utf8)
        let tags = [id3, lyrics, ape(hasHeader: true), ape(hasHeader: false), ape(hasHeader: true) + lyrics + id3]
        let keys = try await keys(of: [audio] + tags.map { audio + $0 })
        #expect(keys.count == 6 && Set(keys).count == 1)
    }

    @Test("exclude a tag with a footer before the audio")
    func excludesFooter() async throws {
        // The first 20 bytes of the file are an ID3 tag.
        let audio = try MusicFolder.audio("untitled.mp3")
        let header = Data([4, 0, 0x10, 0, 0, 0, 5])
        var tag = Data("ID3".utf8) + header + Data(count: 5)
        tag += Data("3DI".utf8) + header
        let keys = try await keys(of: [audio, tag + audio.dropFirst(20)])
        #expect(keys.count == 2 && Set(keys).count == 1)
    }

    @Test("are none between tags, and all if a tag claims to be larger than the file")
    func excludesCompleteTagsOnly() async throws {
        let start = Data("ID3".utf8) + Data([4, 0, 0, 0, 0, 0, 0])
        let tags = try await keys(of: ["one", "two"].map { start + ape($0, hasHeader: true) })
        #expect(tags.count == 2 && Set(tags).count == 1)
        let large = try await keys(of: ["one", "two"].map { ape($0, hasHeader: false, claiming: 1 << 20) })
        #expect(large.count == 2 && Set(large).count == 2)
    }

    @Test("exclude zero bytes and further tags before the audio", arguments: ["untitled.mp3", "song.flac"])
    func excludesBytesAfterTag(name: String) async throws {
        let audio = try MusicFolder.audio(name)
        let tag = Data("ID3".utf8) + [4, 0, 0, 0, 0, 0, 5] + Data(count: 5)
        let keys = try await keys(of: [
            audio, tag + Data(count: 5_000) + audio, Data(count: 70_000) + tag + tag + audio,
        ])
        #expect(keys.count == 3 && Set(keys).count == 1)
    }

    @Test("exclude other bytes before MPEG audio, and the frame that describes the others")
    func excludesDescription() async throws {
        let audio = try MusicFolder.audio("untitled.mp3")
        let frame = try #require(audio.range(of: Data([0xFF, 0xE3])))
        let description = try #require(audio.range(of: Data("Xing".utf8)) ?? audio.range(of: Data("Info".utf8)))
        let next = try #require(audio[description.upperBound...].range(of: Data([0xFF, 0xE3])))
        var other = audio
        other[description.upperBound + 10] ^= 0xFF
        let junk = Data(repeating: 0x55, count: 3_000)
        let files = [audio, other, audio[next.lowerBound...], junk + audio[frame.lowerBound...]]
        let keys = try await keys(of: files)
        #expect(keys.count == 4 && Set(keys).count == 1)
        other[next.upperBound + 10] ^= 0xFF
        #expect(try await self.keys(of: [audio, other]).count == 2)
    }

    @Test("exclude large metadata blocks of a FLAC file")
    func excludesLargeBlocks() async throws {
        let audio = try MusicFolder.audio("song.flac")
        var padded = audio
        // After the first block: `fLaC`, a header of four bytes and 34 bytes.
        padded.insert(contentsOf: [0x01, 0x01, 0x00, 0x00] + [UInt8](repeating: 0, count: 1 << 16), at: 42)
        let keys = try await keys(of: [audio, padded])
        #expect(keys.count == 2 && Set(keys).count == 1)
    }

    @Test("exclude chunks of odd size with their padding")
    func excludesOddChunks() async throws {
        let start = Data("RIFF\0\0\0\0WAVE".utf8)
        let audio = Data("data\u{4}\0\0\0tune".utf8)
        let chunks = ["", "junk\u{3}\0\0\0abc\0", "junk\u{3}\0\0\0xyz\0"].map { Data($0.utf8) }
        let keys = try await keys(of: chunks.map { start + $0 + audio })
        #expect(keys.count == 3 && Set(keys).count == 1)
    }

    @Test("end with a WAV or AIFF file whose sizes were not written")
    func includesUnfinishedChunks() async throws {
        let riff = ["\0\0\0\0", "\u{C}\0\0\0"].map { Data("RIFF\($0)WAVE".utf8) }
        let sizes = [Data([4, 0, 0, 0]), Data([0, 0, 0, 0]), Data([0xFF, 0xFF, 0xFF, 0xFF])]
        var files = sizes.map { riff[0] + Data("data".utf8) + $0 + Data("tune".utf8) }
        files.append(Data("FORM\0\0\0\0AIFFSSND\0\0\0\0tune".utf8))
        let large = Data("RF64".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Data("WAVEds64\u{10}\0\0\0".utf8) + Data(count: 8)
        files.append(large + [4] + Data(count: 7) + Data("data".utf8) + sizes[2] + Data("tuneLIST".utf8))
        let keys = try await keys(of: files + [riff[1] + Data("data\0\0\0\0tune".utf8)])
        #expect(keys.count == 6 && Set(keys.dropLast()).count == 1 && keys.last != keys.first)
    }

    @Test("are all media atoms of an MP4 file in fragments")
    func joinsFragments() async throws {
        let start = atom("ftyp", "M4A ")
        let fragments = ["low", "er", "louder"].map { atom("moof", "") + atom("mdat", $0) }
        let keys = try await keys(of: [start + fragments.reduce(Data(), +), start + atom("mdat", "lowerlouder")])
        #expect(keys.count == 2 && Set(keys).count == 1)
    }

    @Test("are the first of the largest media atoms of an MP4 file")
    func findsLargestMedia() async throws {
        let (start, tune) = (atom("ftyp", "M4A "), atom("mdat", "tune"))
        let wide = Data("\0\0\0\u{1}mdat\0\0\0\0\0\0\0\u{14}tune".utf8)
        let toEnd = Data("\0\0\0\0mdattune".utf8)
        let others = [atom("mdat", "low"), atom("mdat", "loud")]
        var same = [tune, wide, toEnd, atom("free", "") + tune]
        same += others.map { tune + $0 }
        let keys = try await keys(of: same.map { start + $0 })
        #expect(keys.count == 6 && Set(keys).count == 1)
        let louder = try await self.keys(of: [start + tune + atom("mdat", "louder"), start + atom("mdat", "louder")])
        #expect(louder.count == 2 && Set(louder).count == 1 && louder != Array(keys.prefix(2)))
    }

    @Test("exclude the atoms before the audio of an MP4 file")
    func excludesAtoms() async throws {
        let audio = try MusicFolder.audio("song.m4a")
        let name = try #require(audio.range(of: Data("free".utf8)))
        let changed = audio.replacing(Data("free".utf8), with: Data("skip".utf8), maxReplacements: 1)
        #expect(audio[name.upperBound...].starts(with: [0, 0]))
        #expect(try await key(of: audio, in: "a.m4a") == key(of: changed, in: "a.m4a"))
    }

    @Test("exclude the header of the packets of an ASF file")
    func excludesPacketHeader() async throws {
        var audio = try MusicFolder.audio("song.wma")
        let before = try await key(of: audio, in: "a.wma")
        audio[try packets(of: audio) + Self.fileID] ^= 1
        #expect(try await key(of: audio, in: "a.wma") == before)
    }

    @Test("include everything in a truncated ASF file")
    func includesAllOfTruncatedFile() async throws {
        var audio = try MusicFolder.audio("song.wma").dropLast(100)
        let before = try await key(of: audio, in: "a.wma")
        audio[try packets(of: audio) + Self.fileID] ^= 1
        #expect(try await key(of: audio, in: "a.wma") != before)
    }

    @Test("exclude empty objects of an ASF file, and are none if it has no packets")
    func readsEmptyObjects() async throws {
        let audio = try MusicFolder.audio("song.wma")
        let start = try packets(of: audio)
        var object = audio
        object.insert(contentsOf: [UInt8](repeating: 0, count: 16) + [24, 0, 0, 0, 0, 0, 0, 0], at: start)
        var noPackets = audio.prefix(start + 16)
        noPackets.append(contentsOf: [50, 0, 0, 0, 0, 0, 0, 0])
        noPackets.append(Data(count: 26))
        for file in [object, noPackets] {
            var changed = file
            changed[try packets(of: file) + Self.fileID] ^= 1
            let keys = try await keys(of: [file, changed])
            #expect(keys.count == 2 && Set(keys).count == 1)
        }
    }

    /// The offset of the file's id in the object of the packets.
    private static let fileID = 24

    /// The start of the object of the packets, which is the last one.
    private func packets(of audio: Data) throws -> Int {
        try #require(audio.range(of: Data([0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]))?.lowerBound)
    }

    /// The key of a file as the only song of the folder.
    private func key(of audio: Data, in name: String) async throws -> String {
        try folder.write(audio, to: name)
        return try #require(try await FolderFetchResult(folder).key)
    }

    /// The keys by which a playlist refers to files with any content.
    private func keys(of files: [Data]) async throws -> [String] {
        for (number, content) in files.enumerated() { try folder.write(content, to: "\(number).bin") }
        let names = files.indices.map { "\($0).bin" }.joined(separator: "\n")
        try folder.write(Data(names.utf8), to: "List.m3u")
        let fetched = try await FolderPlaylistRepository(folder: folder.path).playlistBatches(since: nil).collected()
        return fetched.batches.flatMap(\.playlists).flatMap(\.songKeys)
    }

    /// An APE tag, whose footer states its size, or another one.
    private func ape(_ content: String = "item", hasHeader: Bool, claiming size: Int? = nil) -> Data {
        let flags = hasHeader ? 1 << 31 : 0
        let numbers = [2_000, size ?? content.utf8.count + 32, 1, flags, 0, 0]
        let end = numbers.reduce(into: Data("APETAGEX".utf8)) { data, number in
            withUnsafeBytes(of: UInt32(number).littleEndian) { data.append(contentsOf: $0) }
        }
        let tag = Data(content.utf8) + end
        return hasHeader ? end + tag : tag
    }

    private func atom(_ name: String, _ content: String) -> Data {
        Data([0, 0, 0, UInt8(8 + content.utf8.count)]) + Data("\(name)\(content)".utf8)
    }
}

@Suite("Packets of an Ogg file that identify its song")
struct OggPayloadTests {
    private let folder = MusicFolder()

    @Test("are the same in any pages", arguments: ["ogg", "opus"], [1, 7, 255])
    func ignorePages(format: String, segments: Int) async throws {
        let audio = try MusicFolder.audio("song.\(format)")
        let stream = OggStream(audio)
        let keys = try await keys(of: [audio, stream.file(segments: segments)])
        #expect(stream.packets.count > 20 && Set(keys).count == 1)
        try folder.write(stream.file(segments: segments), to: "a.\(format)")
        #expect(try await FolderFetchResult(folder).key == keys.first)
    }

    @Test("are the same in any pages of a long file, and those at both ends count")
    func includeBothEnds() async throws {
        var packets = [Array("OpusHead".utf8), Array("OpusTags".utf8)]
        for number in 0..<300 { packets.append([UInt8](repeating: UInt8(number % 251), count: 400 + number)) }
        var files = [1, 2, 100, 255].map { OggStream(packets: packets).file(segments: $0) }
        for position in [2, 40, 260, 301] {
            var other = packets
            other[position][0] ^= 1
            files.append(OggStream(packets: other).file(segments: 9))
        }
        files.append(OggStream(packets: packets.dropLast()).file(segments: 9))
        let keys = try await keys(of: files)
        #expect(Set(keys.prefix(4)).count == 1 && Set(keys).count == 6)
    }

    @Test("exclude headers of any size and number")
    func excludeHeaders() async throws {
        let picture = [UInt8](repeating: 1, count: 200_000)
        let speex = Array("Speex   ".utf8) + [UInt8](repeating: 0, count: 72)
        var extended = speex
        extended[68] = 1
        let headers: [(audio: UInt8, variants: [[[UInt8]]])] = [
            (
                0,
                [
                    ["\u{1}vorbis", "\u{3}vorbis", "\u{5}vorbis"].map { Array($0.utf8) },
                    [Array("\u{1}vorbis".utf8), [3] + picture],
                ]
            ),
            (1, [["OpusHead", "OpusTags"].map { Array($0.utf8) }, [Array("OpusHead".utf8), picture]]),
            (
                0xFF,
                [["\u{7F}FLAC", "\u{4}abc"].map { Array($0.utf8) }, [Array("\u{7F}FLAC".utf8), picture, [0x81, 0]]]
            ),
            (2, [[speex, Array("comment".utf8)], [extended, picture, Array("more".utf8)]]),
        ]
        for (audio, variants) in headers {
            let packets = (0..<9).map { [audio, UInt8($0)] + [UInt8](repeating: 7, count: 300 * $0) }
            let files = variants.map { OggStream(packets: $0 + packets).file(segments: 255) }
            let other = OggStream(packets: variants[0] + packets.dropFirst()).file(segments: 255)
            let keys = try await keys(of: files + [other])
            #expect(Set(keys.prefix(2)).count == 1 && Set(keys).count == 2, "\(audio)")
        }
    }

    @Test("do not include the rest of a page at the end of a truncated file")
    func excludeIncompletePage() async throws {
        let packets =
            [Array("OpusHead".utf8), Array("OpusTags".utf8)] + (0..<9).map { [UInt8](repeating: $0, count: 250) }
        let file = OggStream(packets: packets).file(segments: 1)
        let keys = try await keys(of: [file.dropLast(10), file.dropLast(200), file])
        #expect(keys[0] == keys[1] && keys[1] != keys[2])
    }

    /// The keys by which a playlist refers to files with any content.
    private func keys(of files: [Data]) async throws -> [String] {
        for (number, content) in files.enumerated() { try folder.write(content, to: "list/\(number).bin") }
        let names = files.indices.map { "\($0).bin" }.joined(separator: "\n")
        try folder.write(Data(names.utf8), to: "list/List.m3u")
        let fetched = try await FolderPlaylistRepository(folder: folder.path).playlistBatches(since: nil).collected()
        try folder.remove("list")
        return fetched.batches.flatMap(\.playlists).flatMap(\.songKeys)
    }
}

/// The packets of an Ogg file (RFC 3533).
private struct OggStream {
    var packets: [[UInt8]] = []

    init(packets: [[UInt8]]) { self.packets = packets }

    init(_ file: Data) {
        var (rest, packet) = ([UInt8](file)[...], [UInt8]())
        while rest.count > 27 {
            let segments = rest.dropFirst(27).prefix(Int(rest[rest.startIndex + 26]))
            rest = rest.dropFirst(27 + segments.count)
            for segment in segments {
                packet += rest.prefix(Int(segment))
                rest = rest.dropFirst(Int(segment))
                if segment < 255 {
                    packets.append(packet)
                    packet = []
                }
            }
        }
    }

    /// Divides the packets into pages of some segments each, with a serial number and a length of their own.
    func file(segments: Int) -> Data {
        var pieces: [(bytes: ArraySlice<UInt8>, isFirst: Bool)] = []
        for packet in packets {
            let starts = stride(from: 0, through: packet.count, by: 255)
            pieces += starts.map { (packet[$0..<min($0 + 255, packet.count)], $0 == 0) }
        }
        var file = Data()
        for start in stride(from: 0, to: pieces.count, by: segments) {
            let page = pieces[start..<min(start + segments, pieces.count)]
            let flags: UInt8 = (page.first?.isFirst == false ? 1 : 0) + (start == 0 ? 2 : 0)
            file += Data("OggS\0".utf8) + [flags] + [0x80, 0x3E, 0, 0, 0, 0, 0, 0, UInt8(segments)]
            file += Data(count: 11) + [UInt8(page.count)] + page.map { UInt8($0.bytes.count) }
            for piece in page { file += piece.bytes }
        }
        return file
    }
}

extension Data {
    /// The bytes that pairs of hexadecimal digits stand for.
    init(hexadecimal text: String) {
        let digits = Array(text)
        self.init(
            stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) })
    }
}
