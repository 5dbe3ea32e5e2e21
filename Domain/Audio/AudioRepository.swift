public import Foundation

/// Reads the audio of music from its source.
public protocol AudioRepository: Sendable {
    /// Reads the complete audio of a song into a sink.
    ///
    /// Resumes the sink's partial audio if the source confirms that the audio is unchanged. Rethrows the errors of the
    /// sink. Throws `SourceFailure` if the source fails or the song has no audio.
    func read(_ music: Music, into sink: any AudioSink) async throws
}

/// A destination of audio.
public protocol AudioSink: Sendable {
    /// The partial audio that can be resumed, or nil.
    var part: AudioPart? { get async throws }

    /// Prepares for the bytes of one read; discards stored bytes from the offset on.
    func begin(_ start: AudioStart) async throws

    /// Appends bytes.
    func write(_ bytes: Data) async throws
}

/// The first bytes of some audio, read earlier.
public struct AudioPart: Equatable, Sendable {
    /// The number of stored bytes.
    public var length: Int64
    /// The version that the source named, used to check that the audio is unchanged.
    public var version: String
    /// The length of the complete audio in bytes, or nil if the source did not state it.
    public var total: Int64?

    public init(length: Int64, version: String, total: Int64?) {
        self.length = length
        self.version = version
        self.total = total
    }
}

/// The properties of audio that a source states before it sends the bytes.
public struct AudioStart: Equatable, Sendable {
    /// The position of the first byte: the end of the partial audio, or 0 if the source sends everything.
    public var offset: Int64
    /// The length of the complete audio in bytes, or nil if the source does not state it.
    public var total: Int64?
    /// Identifies this version, or nil if partial audio cannot be resumed.
    public var version: String?
    /// SHA-256 of the complete audio, 32 bytes.
    public var digest: Data?

    public init(offset: Int64 = 0, total: Int64? = nil, version: String? = nil, digest: Data? = nil) {
        self.offset = offset
        self.total = total
        self.version = version
        self.digest = digest
    }
}
