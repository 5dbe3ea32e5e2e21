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
