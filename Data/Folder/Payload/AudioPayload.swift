import Crypto
import Foundation

/// The audio of a file without its tags, which stays the same when the file is moved, renamed or retagged.
struct AudioPayload {
    /// Large enough to distinguish recordings, small enough to read at once.
    private static let sampleBytes = 16 << 10

    private let length: Int64
    /// Bytes from four ranges of the audio.
    private let samples: [[UInt8]]

    /// Skips the tags that any format may have around the audio, then those within its format.
    init(_ file: AudioFile) {
        let content = SurroundingTags(file).content
        let start = file.read(16, at: content.lowerBound)
        if start.starts(with: "OggS".utf8) {
            let pages = OggPages(file, in: content)
            (length, samples) = (pages.length, pages.samples)
            return
        }
        let range =
            switch start {
            case _ where start.starts(with: "fLaC".utf8): FLACBlocks(file, in: content).audio
            case _ where start.starts(with: "RIFF".utf8): ChunkList.riff(file, in: content).range(of: "data")
            case _ where start.starts(with: "FORM".utf8): ChunkList.aiff(file, in: content).range(of: "SSND")
            case _ where start.dropFirst(4).starts(with: "ftyp".utf8): MP4Atoms(file, in: content).audio
            case _ where start.starts(with: ASFObjects.header): ASFObjects(file, in: content).audio
            default: content
            }
        length = Int64(range.count)
        samples = Self.places(in: range).map { file.read($0.count, at: $0.lowerBound) }
    }

    /// Returns the ranges to sample. Two are inside, because many recordings begin and end in silence.
    static func places(in audio: Range<Int64>) -> [Range<Int64>] {
        let length = audio.upperBound - audio.lowerBound
        let size = min(length, Int64(sampleBytes))
        let starts = [0, (length - size) / 3, (length - size) / 3 * 2, length - size]
        return starts.map { audio.lowerBound + $0..<audio.lowerBound + $0 + size }
    }

    /// A digest of the audio's length and samples.
    var identity: AudioIdentity {
        var hash = SHA256()
        withUnsafeBytes(of: length.bigEndian) { hash.update(bufferPointer: $0) }
        for sample in samples { hash.update(data: sample) }
        return AudioIdentity(hash.finalize())
    }
}
