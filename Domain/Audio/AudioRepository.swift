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

/// Audio on this computer.
public protocol StoredAudioRepository: Sendable {
    /// Returns the file with the audio of a song, or nil if the repository has none.
    ///
    /// Throws `SourceFailure` if the song names a file that no source of the song contains.
    func audio(of music: Music) async throws -> StoredAudio?
}

/// Finds how large the files of songs are.
public protocol AudioSizeRepository: Sendable {
    /// Returns the number of bytes of each song's file; nil for a song without a file on this computer.
    func sizes(of songs: [Music]) async throws -> [Int64?]
}

/// A file with the audio of a song, open for reading.
public struct StoredAudio: Sendable {
    public let properties: AudioProperties
    /// The path that other programs may open; nil if a link to another file could replace it before they do.
    public let path: String?
    /// The open file, which stays readable when the path is removed.
    public let file: FileHandle

    public init(_ properties: AudioProperties, path: String?, file: FileHandle) {
        self.properties = properties
        self.path = path
        self.file = file
    }
}

/// The properties of audio that are known before it is read.
public struct AudioProperties: Equatable, Sendable {
    /// The number of bytes, or nil if the source does not state it.
    public var length: Int64?
    /// Identifies the version of the bytes; nil if the source names none.
    public var version: String?
    /// Nil if the first bytes match no format.
    public var format: AudioFormat?
    /// When the file was changed, or nil for audio that is not a file.
    public var modified: Date?

    public init(
        length: Int64? = nil, version: String? = nil, format: AudioFormat? = nil, modified: Date? = nil
    ) {
        self.length = length
        self.version = version
        self.format = format
        self.modified = modified
    }
}
