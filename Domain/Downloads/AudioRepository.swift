public import Foundation

/// Where the audio of music is read from: its source.
public protocol AudioRepository: Sendable {
    /// Reads the audio of music into a sink, from where its part ends if that is still of the same.
    ///
    /// Returns once all is read. Errors thrown by the sink are thrown on.
    /// Throws `SourceFailure` for what goes wrong at the source, and where the music has no audio.
    func read(_ music: Music, into sink: any AudioSink) async throws
}

/// What takes audio in.
public protocol AudioSink: Sendable {
    /// What is there already and can be gone on with; nil where there is nothing.
    var part: AudioPart? { get async throws }

    /// Begins to take in, once for each reading; what lies from the offset on is thrown away.
    func begin(_ start: AudioStart) async throws

    /// Takes in the bytes that follow.
    func take(_ bytes: Data) async throws
}

/// The first bytes of some audio, read earlier.
public struct AudioPart: Equatable, Sendable {
    /// How many bytes there are.
    public var length: Int64
    /// What the source said of the version that they are of, to ask whether it is still the same.
    public var version: String
    /// How many bytes the whole has, where the source said so.
    public var total: Int64?

    public init(length: Int64, version: String, total: Int64?) {
        self.length = length
        self.version = version
        self.total = total
    }
}

/// What a source says of the audio that it begins to send.
public struct AudioStart: Equatable, Sendable {
    /// Where the bytes begin: the end of the part, or 0 where the whole is sent.
    public var offset: Int64
    /// How many bytes the whole has.
    public var total: Int64?
    /// What tells this version from another; nil where a part of it cannot be gone on with.
    public var version: String?
    /// SHA-256 of the whole, 32 bytes.
    public var digest: Data?

    public init(offset: Int64 = 0, total: Int64? = nil, version: String? = nil, digest: Data? = nil) {
        self.offset = offset
        self.total = total
        self.version = version
        self.digest = digest
    }
}
