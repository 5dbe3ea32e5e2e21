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
