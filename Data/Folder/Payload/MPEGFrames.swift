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
