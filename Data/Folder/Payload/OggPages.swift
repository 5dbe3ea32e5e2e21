/// The pages of an Ogg stream (RFC 3533, section 6).
///
/// A retagged file may have other page numbers and checksums, so only the bodies of pages count.
struct OggPages {
    private static let headerBytes = 27
    private static let headerPagesLimit = 1 << 16

    /// The number of bytes after the header pages.
    let length: Int64
    /// The bodies of some pages.
    let samples: [[UInt8]]

    init(_ file: AudioFile, in content: Range<Int64>) {
        let start = Self.startOfAudio(file, in: content)
        length = content.upperBound - start
        let places = AudioPayload.places(in: start..<content.upperBound)
        samples = places.map { Self.bodies(in: file.read($0.count, at: $0.lowerBound)) }
    }

    /// Pages of headers end with granule position 0, or with -1 within a long packet.
    private static func startOfAudio(_ file: AudioFile, in content: Range<Int64>) -> Int64 {
        var position = content.lowerBound
        for _ in 0..<headerPagesLimit {
            let page = file.read(headerBytes + 255, at: position)
            guard let body = body(of: page[...]) else { break }
            let granule = LittleEndian.integer(page[6..<14])
            if granule != 0, granule != UInt64.max { break }
            position += Int64(body.upperBound)
        }
        return min(position, content.upperBound)
    }

    /// Returns the range of the body of the page that starts these bytes, even if they end before it.
    private static func body(of bytes: ArraySlice<UInt8>) -> Range<Int>? {
        guard bytes.count >= headerBytes, bytes.starts(with: "OggS".utf8) else { return nil }
        let segments = bytes.dropFirst(headerBytes).prefix(Int(bytes[bytes.startIndex + 26]))
        let start = bytes.startIndex + headerBytes + segments.count
        return start..<start + segments.reduce(0) { $0 + Int($1) }
    }

    /// The bodies of all pages that begin within the bytes.
    private static func bodies(in bytes: [UInt8]) -> [UInt8] {
        var bodies: [UInt8] = []
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "O")) {
            rest = rest[start...]
            guard let body = body(of: rest) else {
                rest = rest.dropFirst()
                continue
            }
            bodies += rest[body.clamped(to: rest.indices)]
            rest = rest[min(body.upperBound, rest.endIndex)...]
        }
        return bodies
    }
}
