public import Foundation

/// The format of audio, recognized by its first bytes.
public enum AudioFormat: String, Equatable, Sendable, CaseIterable {
    case mpeg, aac, mp4, ogg, flac, wav, aiff, windowsMedia, wavPack, monkeysAudio, musepack, trueAudio, matroska, dsf

    /// The number of first bytes that determine the format of audio without a tag before it.
    public static let sniffedBytes = 16
    private static let tagHeader = 10

    /// The media type for players and browsers.
    public var mediaType: String {
        switch self {
        case .mpeg: "audio/mpeg"
        case .aac: "audio/aac"
        case .mp4: "audio/mp4"
        case .ogg: "audio/ogg"
        case .flac: "audio/flac"
        case .wav: "audio/wav"
        case .aiff: "audio/aiff"
        case .windowsMedia: "audio/x-ms-wma"
        case .wavPack: "audio/x-wavpack"
        case .monkeysAudio: "audio/x-ape"
        case .musepack: "audio/x-musepack"
        case .trueAudio: "audio/x-tta"
        case .matroska: "audio/webm"
        case .dsf: "audio/x-dsf"
        }
    }

    /// The format of files with a suffix; nil for an unknown one.
    public init?(suffix: String) {
        switch suffix.lowercased() {
        case "mp3", "mp2": self = .mpeg
        case "aac": self = .aac
        case "m4a", "m4b", "mp4": self = .mp4
        case "ogg", "oga", "opus", "spx": self = .ogg
        case "flac": self = .flac
        case "wav": self = .wav
        case "aif", "aiff", "aifc": self = .aiff
        case "wma", "asf": self = .windowsMedia
        case "wv": self = .wavPack
        case "ape": self = .monkeysAudio
        case "mpc", "mp+": self = .musepack
        case "tta": self = .trueAudio
        case "mka", "webm": self = .matroska
        case "dsf": self = .dsf
        default: return nil
        }
    }

    /// Recognizes the format of audio; nil if the bytes match none.
    ///
    /// An ID3 tag may precede any format. If the bytes end within it, the format is that of most such files, MPEG.
    public init?(_ start: Data) {
        if let length = Self.tagLength(start) {
            self = start.count > length ? AudioFormat(start.dropFirst(length)) ?? .mpeg : .mpeg
            return
        }
        let found = Self.signatures.first { start.dropFirst($0.offset).starts(with: $0.bytes) }
        guard let format = found?.format ?? Self.framed(start) else { return nil }
        self = format
    }

    /// The length of an ID3v2 tag at the start; nil if there is none. Source: https://id3.org/id3v2.4.0-structure
    public static func tagLength(_ start: Data) -> Int? {
        let header = Array(start.prefix(tagHeader))
        guard header.count == tagHeader, header.starts(with: Array("ID3".utf8)) else { return nil }
        return header[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + tagHeader
    }

    private static let signatures: [(format: AudioFormat, offset: Int, bytes: [UInt8])] = [
        (.flac, 0, Array("fLaC".utf8)), (.ogg, 0, Array("OggS".utf8)), (.mp4, 4, Array("ftyp".utf8)),
        (.wav, 8, Array("WAVE".utf8)), (.aiff, 8, Array("AIFF".utf8)), (.aiff, 8, Array("AIFC".utf8)),
        (.wavPack, 0, Array("wvpk".utf8)), (.monkeysAudio, 0, Array("MAC ".utf8)),
        (.musepack, 0, Array("MPCK".utf8)), (.musepack, 0, Array("MP+".utf8)), (.trueAudio, 0, Array("TTA1".utf8)),
        (.windowsMedia, 0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]), (.matroska, 0, [0x1A, 0x45, 0xDF, 0xA3]),
        (.dsf, 0, Array("DSD ".utf8)),
    ]

    /// MPEG audio and AAC begin with the header of a frame, in which AAC has layer 0.
    ///
    /// Source: ISO/IEC 11172-3, 2.4.2.3 (MPEG audio), ISO/IEC 13818-7, 6.2 (AAC in ADTS)
    private static func framed(_ start: Data) -> AudioFormat? {
        let header = Array(start.prefix(3))
        guard header.count == 3, header[0] == 0xFF, header[1] & 0xE0 == 0xE0 else { return nil }
        if header[1] & 0xF6 == 0xF0 { return header[2] >> 2 & 0xF < 13 ? .aac : nil }
        let (version, layer) = (header[1] >> 3 & 3, header[1] >> 1 & 3)
        let (bitRate, sampleRate) = (header[2] >> 4, header[2] >> 2 & 3)
        return version != 1 && layer != 0 && bitRate != 0xF && sampleRate != 3 ? .mpeg : nil
    }
}
