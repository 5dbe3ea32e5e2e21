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
