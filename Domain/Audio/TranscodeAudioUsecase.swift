public import Foundation

/// Gets the audio of a song, converted if it does not meet the wishes of an app.
public struct TranscodeAudioUsecase: Sendable {
    let getAudio: GetAudioUsecase
    let music: any MusicRepository
    let transcoder: any AudioTranscoder
    let listener: Listener

    public init(
        getAudio: GetAudioUsecase, music: any MusicRepository, transcoder: any AudioTranscoder, listener: Listener
    ) {
        (self.getAudio, self.music, self.transcoder, self.listener) = (getAudio, music, transcoder, listener)
    }

    /// Returns the audio as it is if it meets the wishes, or if it cannot be converted.
    ///
    /// Throws `MusicError.notFound`, `MusicError.noAudio` or `SourceFailure`.
    public func execute(_ id: MusicID, for wishes: AudioWishes) async throws -> TranscodedAudio {
        let audio = try await getAudio.execute(id)
        guard wishes != AudioWishes(), transcoder.isAvailable else { return .audio(audio) }
        let song = try await music.music(id, allowedBy: listener)
        let properties = try await audio.properties
        guard let transcoding = wishes.transcoding(of: properties, lasting: song.duration) else { return .audio(audio) }
        do {
            return try await transcoder.audio(of: id, version: properties.version, as: transcoding)
        } catch is TranscodingError {
            return .audio(audio)
        }
    }
}

/// Converts audio to other formats and bit rates.
public protocol AudioTranscoder: Sendable {
    /// Whether audio can be converted now; false if a program for it is not installed.
    var isAvailable: Bool { get }

    /// Converts a song, and returns when the first bytes exist. `version` identifies the song's audio; nil if unknown.
    ///
    /// Throws `TranscodingError` if no bytes can be made.
    func audio(of song: MusicID, version: String?, as transcoding: Transcoding) async throws -> TranscodedAudio
}

/// Audio cannot be converted, such as because its format is unknown to the program that converts.
public enum TranscodingError: Error, Equatable, Sendable {
    case failed
}

/// Audio for an app.
public enum TranscodedAudio: Sendable {
    /// Audio that can be read from any position.
    case audio(Audio)
    /// Audio that is being converted, from its first byte on.
    case stream(any AsyncSequence<Data, any Error> & Sendable, AudioFormat)
}

/// The audio that an app can play, or wants to load.
public struct AudioWishes: Equatable, Sendable {
    /// Nil for any format.
    public var format: TranscodingFormat?
    /// In kbit/s; nil for any.
    public var maximumBitRate: Int?
    /// Where converted audio begins. Audio that is not converted can be read from any position.
    public var offset: Duration

    public init(format: TranscodingFormat? = nil, maximumBitRate: Int? = nil, offset: Duration = .zero) {
        (self.format, self.maximumBitRate, self.offset) = (format, maximumBitRate, offset)
    }

    /// Audio that contains a picture, or whose bit rate varies, may exceed the limit by this part of it.
    private static let tolerance = 8

    /// Returns how audio has to be converted; nil if it meets the wishes as it is.
    ///
    /// The bit rate of audio is estimated from its length. Without a format, the result is MP3, which every app plays. A
    /// lossless format cannot meet a limit that the audio exceeds, so the result is MP3 as well.
    func transcoding(of audio: AudioProperties, lasting duration: Duration) -> Transcoding? {
        var exceeds = false
        if let maximumBitRate {
            let rate = audio.bitRate(lasting: duration) ?? (audio.format?.isLossless == true ? .max : 0)
            exceeds = rate > maximumBitRate + maximumBitRate / Self.tolerance
        }
        let isOtherFormat = format.map { $0.audioFormat != audio.format } ?? false
        guard isOtherFormat || exceeds else { return nil }
        let target = format.flatMap { exceeds && $0 == .flac ? nil : $0 } ?? .mp3
        return Transcoding(to: target, bitRate: target.bitRate(atMost: maximumBitRate), from: offset)
    }
}

/// How audio is converted.
public struct Transcoding: Hashable, Sendable {
    public let format: TranscodingFormat
    /// In kbit/s; nil for a lossless format.
    public let bitRate: Int?
    /// Where the converted audio begins.
    public let offset: Duration

    public init(to format: TranscodingFormat, bitRate: Int?, from offset: Duration = .zero) {
        (self.format, self.bitRate, self.offset) = (format, bitRate, offset)
    }
}

/// A format that audio can be converted to.
public enum TranscodingFormat: String, Equatable, Sendable, CaseIterable {
    case mp3, opus, aac, flac

    public var audioFormat: AudioFormat {
        switch self {
        case .mp3: .mpeg
        case .opus: .ogg
        case .aac: .aac
        case .flac: .flac
        }
    }

    /// The bit rates in kbit/s, and the one without a limit; nil for a lossless format.
    private var bitRates: (range: ClosedRange<Int>, standard: Int)? {
        switch self {
        case .mp3, .aac: (32...320, 192)
        case .opus: (16...256, 128)
        case .flac: nil
        }
    }

    /// A bit rate in kbit/s that meets a limit, if the format has any as low; nil for a lossless format.
    func bitRate(atMost limit: Int?) -> Int? {
        bitRates.map { rates in
            min(
                max(limit.map { min($0, rates.range.upperBound) } ?? rates.standard, rates.range.lowerBound),
                rates.range.upperBound)
        }
    }
}

extension AudioProperties {
    /// The average bit rate in kbit/s; nil if the length or the duration is unknown.
    package func bitRate(lasting duration: Duration) -> Int? {
        let seconds = duration / .seconds(1)
        guard let length, seconds > 0 else { return nil }
        return Int(Double(length) * 8 / 1_000 / seconds)
    }
}

extension AudioFormat {
    /// Whether audio of this format has its original quality, and so a high bit rate.
    fileprivate var isLossless: Bool {
        switch self {
        case .flac, .wav, .aiff, .wavPack, .monkeysAudio, .trueAudio, .dsf: true
        case .mpeg, .aac, .mp4, .ogg, .windowsMedia, .musepack, .matroska: false
        }
    }
}

extension Audio {
    /// The properties of the audio. A source that was not read yet is opened for them.
    var properties: AudioProperties {
        get async throws {
            switch self {
            case .file(let file): return file.properties
            case .source(let source):
                if let cached = await source.cachedProperties { return cached }
                return try await source.open().properties
            }
        }
    }
}
