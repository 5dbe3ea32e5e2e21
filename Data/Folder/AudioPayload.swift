import Crypto
import FermataDomain
import Foundation

/// The audio of a file without its tags, which stays the same when the file is moved, renamed or retagged.
struct AudioPayload {
    /// Large enough to distinguish recordings, small enough to read at once.
    private static let sampleBytes = 16 << 10

    /// The length of the audio, if its format determines it, and bytes from several parts of the audio.
    private let samples: [[UInt8]]

    /// Skips the tags that any format may have around the audio, then those within its format.
    init(_ file: AudioFile) {
        let content = SurroundingTags(file).content
        let parts: [Range<Int64>]
        switch AudioFormat(Data(file.read(AudioFormat.sniffedBytes, at: content.lowerBound))) {
        case .ogg:
            let packets = OggPackets(file, in: content)
            samples = [packets.first, packets.last]
            return
        case .flac: parts = [FLACBlocks(file, in: content).audio]
        case .wav: parts = [ChunkList.riff(file, in: content).range(of: "data")]
        case .aiff: parts = [ChunkList.aiff(file, in: content).range(of: "SSND")]
        case .mp4: parts = MP4Atoms(file, in: content).audio
        case .windowsMedia: parts = [ASFObjects(file, in: content).audio]
        case .mpeg, nil: parts = [MPEGFrames(file, in: content).audio]
        case .aac, .wavPack, .monkeysAudio, .musepack, .trueAudio, .matroska, .dsf: parts = [content]
        }
        let length = parts.reduce(0) { $0 + Int64($1.count) }
        let places = Self.places(in: length).map { Self.bytes($0, of: parts, in: file) }
        samples = [withUnsafeBytes(of: length.bigEndian) { Array($0) }] + places
    }

    /// The format of the audio after the tags; nil if it is unknown.
    static func format(of file: AudioFile) -> AudioFormat? {
        let content = SurroundingTags(file).content
        let format = AudioFormat(Data(file.read(AudioFormat.sniffedBytes, at: content.lowerBound)))
        return format ?? (MPEGFrames(file, in: content).hasFrames ? .mpeg : nil)
    }

    /// Returns the ranges to sample. Two are inside, because many recordings begin and end in silence.
    private static func places(in length: Int64) -> [Range<Int64>] {
        let size = min(length, Int64(sampleBytes))
        let starts = [0, (length - size) / 3, (length - size) / 3 * 2, length - size]
        return starts.map { $0..<$0 + size }
    }

    /// The bytes of a range of the joined parts.
    private static func bytes(_ range: Range<Int64>, of parts: [Range<Int64>], in file: AudioFile) -> [UInt8] {
        var (bytes, start) = ([UInt8](), Int64(0))
        for part in parts {
            let end = start + Int64(part.count)
            let shared = range.clamped(to: start..<end)
            bytes += file.read(shared.count, at: part.lowerBound + shared.lowerBound - start)
            start = end
        }
        return bytes
    }

    /// A digest of the samples.
    var identity: AudioIdentity {
        var hash = SHA256()
        for sample in samples { hash.update(data: sample) }
        return AudioIdentity(hash.finalize())
    }
}

/// Identifies the audio of a file: the first 16 bytes of a digest.
struct AudioIdentity: Hashable, Sendable {
    static let size = 16
    let bytes: SIMD16<UInt8>

    /// `bytes` has at least 16 bytes.
    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = SIMD16(bytes.prefix(Self.size))
    }

    var text: String { (0..<Self.size).map { bytes[$0] }.hexadecimal }
}

/// The tags before and after the audio of any format: ID3v2, ID3v1, Lyrics3 and APE.
///
/// Source: https://id3.org/id3v2.4.0-structure, https://wiki.hydrogenaud.io/index.php?title=APEv2_specification
struct SurroundingTags {
    /// More tags in a row than any program writes.
    private static let limit = 8
    private static let zerosLimit = 1 << 20

    /// The bytes between the tags.
    let content: Range<Int64>

    init(_ file: AudioFile) {
        let start = Self.end(ofLeadingTagsIn: file)
        content = start..<max(start, Self.start(ofTrailingTagsIn: file, after: start))
    }

    private static func end(ofLeadingTagsIn file: AudioFile) -> Int64 {
        var start: Int64 = 0
        for _ in 0..<limit {
            let header = file.read(10, at: start)
            if header.starts(with: [0, 0, 0, 0]) {
                start = end(ofZerosIn: file, at: start)
                continue
            }
            guard header.count == 10, header.starts(with: "ID3".utf8) else { break }
            let size = header[6...9].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
            let footer: Int64 = header[5] & 0x10 == 0 ? 0 : 10
            start += 10 + size + footer
        }
        return min(start, file.length)
    }

    /// Some programs write more zero bytes after a tag than its size includes.
    private static func end(ofZerosIn file: AudioFile, at start: Int64) -> Int64 {
        let bytes = file.read(zerosLimit, at: start)
        return start + Int64(bytes.firstIndex { $0 != 0 } ?? bytes.count)
    }

    private static func start(ofTrailingTagsIn file: AudioFile, after start: Int64) -> Int64 {
        var end = file.length
        for _ in 0..<limit {
            if file.read(3, at: end - 128) == Array("TAG".utf8) {
                end -= 128
            } else if let size = apeSize(file, endingAt: end) ?? lyricsSize(file, endingAt: end), end - size >= start {
                end -= size
            } else {
                break
            }
        }
        return end
    }

    /// The size of an APE tag, its header and footer included.
    private static func apeSize(_ file: AudioFile, endingAt end: Int64) -> Int64? {
        let footer = file.read(32, at: end - 32)
        guard footer.count == 32, footer.starts(with: "APETAGEX".utf8) else { return nil }
        let size = Int64(LittleEndian.integer(footer[12..<16]))
        let hasHeader = footer[23] & 0x80 != 0
        return size + (hasHeader ? 32 : 0)
    }

    /// The size of a Lyrics3 version 2 tag. Six digits before `LYRICS200` state it without these 15 bytes.
    private static func lyricsSize(_ file: AudioFile, endingAt end: Int64) -> Int64? {
        let footer = file.read(15, at: end - 15)
        guard footer.count == 15, footer.dropFirst(6).elementsEqual("LYRICS200".utf8) else { return nil }
        return UInt32(String(decoding: footer.prefix(6), as: UTF8.self)).map { Int64($0) + 15 }
    }
}

/// The metadata blocks at the beginning of a FLAC stream (RFC 9639, section 8).
struct FLACBlocks {
    private static let blocksLimit = 10_000

    /// The frames after the last block.
    let audio: Range<Int64>

    init(_ file: AudioFile, in content: Range<Int64>) {
        var position = content.lowerBound + 4
        for _ in 0..<Self.blocksLimit {
            let header = file.read(4, at: position)
            guard header.count == 4 else { break }
            position += 4 + Int64(BigEndian.integer(header[1...3]))
            if header[0] & 0x80 != 0 { break }
        }
        audio = min(position, content.upperBound)..<content.upperBound
    }
}

/// The chunks of a RIFF (WAV) or IFF (AIFF) file: a name of four characters, a size, and bytes padded to even sizes.
///
/// Source: https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html, EBU Tech 3306 (RF64)
struct ChunkList {
    private static let chunksLimit = 10_000

    private let file: AudioFile
    private let content: Range<Int64>
    private let size: ([UInt8]) -> UInt64

    static func riff(_ file: AudioFile, in content: Range<Int64>) -> ChunkList {
        ChunkList(file: file, content: content) { LittleEndian.integer($0) }
    }

    static func aiff(_ file: AudioFile, in content: Range<Int64>) -> ChunkList {
        ChunkList(file: file, content: content) { BigEndian.integer($0) }
    }

    /// The bytes of the first chunk of a name, or the complete content if there is none.
    func range(of name: String) -> Range<Int64> {
        let isUnfinished = size(file.read(4, at: content.lowerBound + 4)) == 0
        var (position, largeSize) = (content.lowerBound + 12, Int64.max)
        for _ in 0..<Self.chunksLimit {
            let header = file.read(8, at: position)
            guard header.count == 8 else { break }
            let (start, size) = (position + 8, Int64(size(Array(header[4...]))))
            if header.starts(with: name.utf8) {
                // A program that writes to a pipe cannot return to write the size, and large files have another one.
                let isToEnd = size == 0 && isUnfinished
                let end = start.addingClamped(isToEnd || size == UInt32.max ? largeSize : size)
                return (start..<end).clamped(to: content)
            }
            if header.starts(with: "ds64".utf8) {
                largeSize = Int64(clamping: LittleEndian.integer(file.read(8, at: start + 8)))
            }
            position = start + size + size % 2
        }
        return content
    }
}

/// The atoms of an MP4 file: a size, a name of four characters, and bytes (ISO/IEC 14496-12, section 4.2).
struct MP4Atoms {
    private static let atomsLimit = 10_000

    /// The largest atom with media, all of a file in fragments (section 8.8), or the complete content if there is none.
    let audio: [Range<Int64>]

    init(_ file: AudioFile, in content: Range<Int64>) {
        var (position, media, isFragmented) = (content.lowerBound, [Range<Int64>](), false)
        for _ in 0..<Self.atomsLimit {
            let header = file.read(16, at: position)
            guard header.count >= 8 else { break }
            var (start, size) = (position + 8, Int64(BigEndian.integer(header[..<4])))
            if size == 1, header.count == 16 {
                (start, size) = (position + 16, Int64(clamping: BigEndian.integer(header[8...])))
            }
            let end = size == 0 ? content.upperBound : min(position.addingClamped(size), content.upperBound)
            guard end >= start else { break }
            if header[4..<8].elementsEqual("mdat".utf8), start < end { media.append(start..<end) }
            if header[4..<8].elementsEqual("moof".utf8) { isFragmented = true }
            position = end
        }
        let largest = media.max { $0.count == $1.count ? $0.lowerBound > $1.lowerBound : $0.count < $1.count }
        audio = isFragmented && !media.isEmpty ? media : [largest ?? content]
    }
}

extension Int64 {
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}

/// The objects of an ASF file (WMA): an id of 16 bytes, a size of eight, and bytes.
///
/// Source: Advanced Systems Format (ASF) Specification, section 2.1
struct ASFObjects {
    private static let data: [UInt8] = [
        0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
    ]
    /// The data object begins with its id, size, the file's id, the number of packets and a reserved field.
    private static let dataHeaderBytes: Int64 = 50
    private static let objectsLimit = 1_000

    /// The packets of the data object, or the complete content if there is none.
    let audio: Range<Int64>

    init(_ file: AudioFile, in content: Range<Int64>) {
        var position = content.lowerBound
        for _ in 0..<Self.objectsLimit {
            let object = file.read(24, at: position)
            guard object.count == 24 else { break }
            let size = Int64(clamping: LittleEndian.integer(object[16...]))
            guard size >= 24, size <= content.upperBound - position else { break }
            if object.starts(with: Self.data), size >= Self.dataHeaderBytes {
                audio = position + Self.dataHeaderBytes..<position + size
                return
            }
            position += size
        }
        audio = content
    }
}

/// The frames of MPEG audio (ISO/IEC 11172-3, section 2.4) after other bytes and the frame that describes them.
///
/// Programs that copy frames replace the description, whose frame has no sound.
struct MPEGFrames {
    /// Two frames are shorter than the smaller size; more bytes are read only if there are others before them.
    private static let searchedBytes: [Int64] = [6 << 10, 64 << 10]

    /// The frames with sound, or the complete content if its start has no two frames in a row.
    let audio: Range<Int64>
    let hasFrames: Bool

    init(_ file: AudioFile, in content: Range<Int64>) {
        var start: Int?
        for size in Self.searchedBytes where start == nil {
            start = Self.start(in: file.read(Int(min(size, Int64(content.count))), at: content.lowerBound))
        }
        hasFrames = start != nil
        audio = content.lowerBound + Int64(start ?? 0)..<content.upperBound
    }

    /// The first frame with sound that is followed by another one.
    private static func start(in bytes: [UInt8]) -> Int? {
        var rest = bytes[...]
        while let start = rest.firstIndex(of: 0xFF) {
            rest = rest[start...]
            if let header = Header(rest), let next = Header(rest.dropFirst(header.length)),
                next.isSameFormat(as: header)
            {
                return header.hasDescription(rest) ? start + header.length : start
            }
            rest = rest.dropFirst()
        }
        return nil
    }

    private struct Header {
        private static let bitrates = [
            [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
            [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
            [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
            [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
            [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
        ]

        /// The length of the frame with this header.
        let length: Int
        /// The version, the layer and the frequency.
        private let format: [UInt8]
        private let isMono: Bool
        private var isFirstVersion: Bool { format[0] & 0x08 != 0 }

        init?(_ bytes: ArraySlice<UInt8>) {
            let bytes = Array(bytes.prefix(4))
            guard bytes.count == 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
            let (version, layer) = (Int(bytes[1] >> 3 & 3), 4 - Int(bytes[1] >> 1 & 3))
            let (rate, frequency) = (Int(bytes[2] >> 4), Int(bytes[2] >> 2 & 3))
            guard version != 1, layer < 4, (1...14).contains(rate), frequency < 3 else { return nil }
            let bitrate = Self.bitrates[version == 3 ? layer - 1 : layer == 1 ? 3 : 4][rate - 1] * 1_000
            let hertz = [44_100, 48_000, 32_000][frequency] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
            let padding = Int(bytes[2] >> 1 & 1)
            length =
                switch layer {
                case 1: (12 * bitrate / hertz + padding) * 4
                case 3 where version != 3: 72 * bitrate / hertz + padding
                default: 144 * bitrate / hertz + padding
                }
            format = [bytes[1] & 0xFE, bytes[2] & 0x0C]
            isMono = bytes[3] >> 6 == 3
        }

        func isSameFormat(as other: Header) -> Bool { format == other.format }

        /// Whether the frame that starts these bytes describes the others, as Xing's and Fraunhofer's encoders do.
        func hasDescription(_ frame: ArraySlice<UInt8>) -> Bool {
            let offset = 4 + (isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
            let names = [(offset, "Xing"), (offset, "Info"), (36, "VBRI")]
            return names.contains { frame.dropFirst($0).starts(with: $1.utf8) }
        }
    }
}
