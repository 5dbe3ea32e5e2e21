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
