import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

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
