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
