/// The first and last bytes of the packets of an Ogg stream (RFC 3533) without the headers of its codec.
///
/// Programs that change tags or copy audio divide the packets into other pages, so nothing about pages counts. Where
/// the packets in the middle are is known only after reading all pages before them, so only both ends are read.
struct OggPackets {
    private static let sampleBytes = 32 << 10
    /// Headers may include pictures.
    private static let headerBytesLimit: Int64 = 16 << 20
    /// Enough for a sample even if each page has one packet of a few bytes.
    private static let lastBytesLimit: Int64 = 1 << 20

    let first: [UInt8]
    /// Empty if `first` has all bytes.
    let last: [UInt8]

    init(_ file: AudioFile, in content: Range<Int64>) {
        let limit = min(content.upperBound, content.lowerBound + Self.headerBytesLimit)
        var pages = OggPageReader(file, in: content.lowerBound..<limit)
        var (headers, audio, start) = (OggHeaders(), [UInt8](), content.lowerBound)
        while audio.count < Self.sampleBytes, let page = pages.next() {
            if audio.isEmpty { start = page.position }
            audio += headers.audio(in: page)
        }
        first = Array(audio.prefix(Self.sampleBytes))
        last = audio.count < Self.sampleBytes ? [] : Self.lastBytes(of: file, in: start..<content.upperBound)
    }

    private static func lastBytes(of file: AudioFile, in audio: Range<Int64>) -> [UInt8] {
        var size = Int64(OggPageReader.windowBytes)
        while true {
            var pages = OggPageReader(file, in: max(audio.lowerBound, audio.upperBound - size)..<audio.upperBound)
            var bytes: [UInt8] = []
            while let page = pages.next() { bytes += page.body }
            if bytes.count >= sampleBytes || size >= min(lastBytesLimit, audio.upperBound - audio.lowerBound) {
                return Array(bytes.suffix(sampleBytes))
            }
            size *= 4
        }
    }
}

/// Finds the packets that are headers of their codec.
///
/// Source: Vorbis I specification, section 4.2.1; RFC 7845, section 3; RFC 9639, section 10.1; Speex manual, section
/// 7.3
private struct OggHeaders {
    private enum Codec { case unknown, vorbis, flac, counted(headers: Int) }
    private var codec: Codec?
    private var packets = 0
    private var isAudio = false
    private var isContinued = false

    /// The bytes of a page from the first packet that is no header.
    mutating func audio(in page: OggPage) -> ArraySlice<UInt8> {
        if isAudio { return page.body }
        var packet = page.body
        for segment in page.segments {
            if !isContinued, !isHeader(packet) {
                isAudio = true
                return packet
            }
            packet = packet.dropFirst(Int(segment))
            isContinued = segment == 255
        }
        return []
    }

    /// `packet` begins with a packet.
    private mutating func isHeader(_ packet: ArraySlice<UInt8>) -> Bool {
        packets += 1
        switch codec {
        case nil:
            codec = Self.codec(of: packet)
            if case .unknown = codec { return false }
            return true
        case .unknown: return false
        case .vorbis: return packet.first.map { $0 & 1 == 1 } ?? false
        case .flac: return packet.first != 0xFF
        case .counted(let headers): return packets <= headers
        }
    }

    private static func codec(of packet: ArraySlice<UInt8>) -> Codec {
        if packet.starts(with: "\u{1}vorbis".utf8) { return .vorbis }
        if packet.starts(with: "\u{7F}FLAC".utf8) { return .flac }
        if packet.starts(with: "OpusHead".utf8) { return .counted(headers: 2) }
        guard packet.starts(with: "Speex   ".utf8) else { return .unknown }
        return .counted(headers: 2 + Int(LittleEndian.integer(packet.dropFirst(68).prefix(4))))
    }
}

/// A page of an Ogg stream (RFC 3533, section 6).
private struct OggPage {
    static let largest = headerBytes + 255 + 255 * 255
    private static let headerBytes = 27

    let position: Int64
    /// The sizes of the segments of packets; 255 if the packet continues in the next one.
    let segments: ArraySlice<UInt8>
    let body: ArraySlice<UInt8>

    /// Returns nil unless the bytes start with a complete page.
    init?(_ bytes: ArraySlice<UInt8>, at position: Int64) {
        guard bytes.count >= Self.headerBytes, bytes.starts(with: "OggS\0".utf8) else { return nil }
        let segments = bytes.dropFirst(Self.headerBytes).prefix(Int(bytes[bytes.startIndex + 26]))
        let body = bytes.dropFirst(Self.headerBytes + segments.count)
        let size = segments.reduce(0) { $0 + Int($1) }
        guard body.count >= size else { return nil }
        (self.position, self.segments, self.body) = (position, segments, body.prefix(size))
    }
}

/// Reads the complete pages of a part of a file, and skips other bytes.
private struct OggPageReader {
    static let windowBytes = 64 << 10

    private let file: AudioFile
    private let end: Int64
    private var position: Int64
    /// The bytes at `position`.
    private var window: ArraySlice<UInt8> = []

    init(_ file: AudioFile, in content: Range<Int64>) {
        (self.file, position, end) = (file, content.lowerBound, content.upperBound)
    }

    mutating func next() -> OggPage? {
        while true {
            if let page = OggPage(window, at: position) {
                skip(to: page.body.endIndex)
                return page
            }
            if window.count < OggPage.largest, fill() { continue }
            guard let start = window.dropFirst().firstIndex(of: UInt8(ascii: "O")) else { return nil }
            skip(to: start)
        }
    }

    private mutating func skip(to index: Int) {
        position += Int64(index - window.startIndex)
        window = window[index...]
    }

    /// Reads more bytes; returns whether there are any.
    private mutating func fill() -> Bool {
        let start = position + Int64(window.count)
        let bytes = file.read(Int(min(Int64(Self.windowBytes), end - start)), at: start)
        window = (Array(window) + bytes)[...]
        return !bytes.isEmpty
    }
}
