/// The audio that a player can play, as it states it.
public struct PlayerCapabilities: Equatable, Sendable {
    /// Containers, and the codecs in them, by their usual names; an empty list stands for any.
    public struct Playable: Equatable, Sendable {
        public var containers: [String]
        public var codecs: [String]

        public init(containers: [String] = [], codecs: [String] = []) {
            (self.containers, self.codecs) = (containers, codecs)
        }

        fileprivate func contains(_ format: AudioFormat) -> Bool {
            let (containers, codecs) = format.names
            return (self.containers.isEmpty || self.containers.contains { containers.contains($0.lowercased()) })
                && (self.codecs.isEmpty || self.codecs.contains { codecs.contains($0.lowercased()) })
        }
    }

    public var playable: [Playable]
    /// The largest bit rate in kbit/s; nil for any.
    public var maximumBitRate: Int?
    /// The formats that audio may be converted to, the best one first.
    public var formats: [TranscodingFormat]
    /// The largest bit rate of converted audio in kbit/s; nil for that of other audio.
    public var maximumConvertedBitRate: Int?

    public init(
        playable: [Playable] = [], maximumBitRate: Int? = nil, formats: [TranscodingFormat] = [],
        maximumConvertedBitRate: Int? = nil
    ) {
        (self.playable, self.maximumBitRate, self.formats) = (playable, maximumBitRate, formats)
        self.maximumConvertedBitRate = maximumConvertedBitRate
    }

    /// Whether a player plays audio as it is. Audio of an unknown format, or whose container may have several codecs, is
    /// playable if that is possible.
    func plays(_ audio: AudioProperties, lasting duration: Duration) -> Bool {
        if let maximumBitRate, let rate = audio.bitRate(lasting: duration), rate > maximumBitRate { return false }
        return playable.contains { playable in audio.format.map(playable.contains) ?? true }
    }

    /// How audio is converted that the player does not play; nil if it states no format.
    var transcoding: Transcoding? {
        let limit = [maximumBitRate, maximumConvertedBitRate].compactMap(\.self).min()
        let format = formats.first { limit == nil || $0 != .flac }
        return format.map { Transcoding(to: $0, bitRate: $0.bitRate(atMost: limit)) }
    }
}

/// How a player gets a song.
public struct PlaybackDecision: Equatable, Sendable {
    /// The audio as it is.
    public let audio: AudioProperties
    /// The bit rate of the audio in kbit/s; nil if it is unknown.
    public let bitRate: Int?
    /// Whether the player plays it as it is.
    public let isPlayable: Bool
    /// How it can be converted for the player; nil if it cannot.
    public let transcoding: Transcoding?
}

extension TranscodeAudioUsecase {
    /// Returns how a player with some capabilities gets a song.
    ///
    /// Throws `MusicError.notFound`, `MusicError.noAudio` or `SourceFailure`.
    public func decide(_ id: MusicID, for player: PlayerCapabilities) async throws -> PlaybackDecision {
        let properties = try await getAudio.execute(id).properties
        let duration = try await music.music(id, allowedBy: listener).duration
        return PlaybackDecision(
            audio: properties, bitRate: properties.bitRate(lasting: duration),
            isPlayable: player.plays(properties, lasting: duration),
            transcoding: transcoder.isAvailable ? player.transcoding : nil)
    }

    /// Returns a song's audio, converted. Throws `TranscodingError` besides the errors of `decide`.
    public func execute(_ id: MusicID, as transcoding: Transcoding) async throws -> TranscodedAudio {
        let properties = try await getAudio.execute(id).properties
        guard transcoder.isAvailable else { throw TranscodingError.failed }
        return try await transcoder.audio(of: id, version: properties.version, as: transcoding)
    }
}

extension AudioFormat {
    /// The usual names of the container, the first one for replies, and of the codecs that it may have.
    public var names: (containers: [String], codecs: [String]) {
        switch self {
        case .mpeg: (["mp3"], ["mp3"])
        case .aac: (["aac", "adts"], ["aac"])
        case .mp4: (["mp4", "m4a", "m4b"], ["aac", "alac", "flac", "opus"])
        case .ogg: (["ogg", "oga", "opus"], ["vorbis", "opus", "flac", "speex"])
        case .flac: (["flac"], ["flac"])
        case .wav: (["wav"], ["pcm", "pcm_s16le", "pcm_s24le"])
        case .aiff: (["aiff", "aif"], ["pcm", "pcm_s16be", "pcm_s24be"])
        case .windowsMedia: (["wma", "asf"], ["wma", "wmav2"])
        case .wavPack: (["wv"], ["wavpack"])
        case .monkeysAudio: (["ape"], ["ape"])
        case .musepack: (["mpc"], ["musepack"])
        case .trueAudio: (["tta"], ["tta"])
        case .matroska: (["webm", "mka", "matroska"], ["opus", "vorbis", "flac", "aac", "mp3"])
        case .dsf: (["dsf"], ["dsd"])
        }
    }
}
