/// The chunks of a RIFF (WAV) or IFF (AIFF) file: a name of four characters, a size, and bytes padded to even sizes.
///
/// Source: https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html
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
        var position = content.lowerBound + 12
        for _ in 0..<Self.chunksLimit {
            let header = file.read(8, at: position)
            guard header.count == 8 else { break }
            let (start, size) = (position + 8, Int64(size(Array(header[4...]))))
            if header.starts(with: name.utf8) {
                return (start..<start + size).clamped(to: content)
            }
            position = start + size + size % 2
        }
        return content
    }
}
