public import Foundation

/// Gets the audio of a song that the listener may hear.
public struct GetAudioUsecase: Sendable {
    private let music: any MusicRepository
    private let stored: [any StoredAudioRepository]
    private let remote: any AudioRepository
    private let listener: Listener
    private let propertiesCache = AudioPropertiesCache()

    /// `stored` are the repositories of files; the first one with a file is used. `remote` reads the audio of sources.
    public init(
        music: any MusicRepository, stored: [any StoredAudioRepository], remote: any AudioRepository,
        listener: Listener
    ) {
        self.music = music
        self.stored = stored
        self.remote = remote
        self.listener = listener
    }

    /// Returns a file on this computer, or else the audio of the song's source, which is not read yet.
    ///
    /// Throws `MusicError.notFound`, `MusicError.noAudio` or `SourceFailure`.
    public func execute(_ id: MusicID) async throws -> Audio {
        let song = try await music.music(id, allowedBy: listener)
        for repository in stored {
            if let audio = try await repository.audio(of: song) { return .file(audio) }
        }
        guard song.audioURL != nil else { throw MusicError.noAudio(title: song.title) }
        if song.isLocal { throw SourceFailure(.folder(.missing), address: song.title) }
        return .source(SourceAudio(of: song, in: remote, propertiesCache))
    }
}

/// The audio of a song.
public enum Audio: Sendable {
    case file(StoredAudio)
    case source(SourceAudio)
}

/// The audio of a song at its source, which can be read from any position.
public struct SourceAudio: Sendable {
    private let music: Music
    private let repository: any AudioRepository
    private let cache: AudioPropertiesCache

    init(of music: Music, in repository: any AudioRepository, _ cache: AudioPropertiesCache) {
        self.music = music
        self.repository = repository
        self.cache = cache
    }

    /// The properties that the source stated when it was last read; nil before the first read.
    public var cachedProperties: AudioProperties? { get async { await cache[music.id] } }

    /// Starts to read the audio and returns when the source has sent its first bytes.
    ///
    /// Requests the bytes from `offset` on if the source named a version earlier; otherwise reads and skips the earlier
    /// bytes. Throws `SourceFailure`.
    public func open(from offset: Int64 = 0) async throws -> AudioStream {
        let known = await cachedProperties
        let parts = TaskSequence<AudioStreamPart>.oneAhead { [music, repository] send in
            try await repository.read(
                music, into: AudioStreamSink(from: offset, of: music, known: known, send: send))
        }
        var iterator = parts.makeAsyncIterator()
        guard case .start(let start, let format)? = try await iterator.next() else {
            throw SourceFailure(.content(.empty), address: music.title)
        }
        let isResumed = start.offset > 0
        let properties = AudioProperties(
            length: start.total, version: start.version, format: isResumed ? known?.format : format)
        await cache.store(properties, for: music.id)
        return AudioStream(properties, iterator)
    }
}

/// Audio that a source sends, read as fast as its consumer requests it.
///
/// Ends the source's connection when it is released. One task at a time may read.
public actor AudioStream {
    public nonisolated let properties: AudioProperties
    private let parts: TaskSequence<AudioStreamPart>.Iterator

    init(_ properties: AudioProperties, _ parts: sending TaskSequence<AudioStreamPart>.Iterator) {
        self.properties = properties
        self.parts = parts
    }

    /// Returns the next bytes, or nil at the end.
    ///
    /// Throws `SourceFailure`, also if the source sends another version after an interruption.
    public func next() async throws -> Data? {
        // Copies of the iterator share their position.
        var parts = parts
        while let part = try await parts.next() {
            if case .bytes(let bytes) = part { return bytes }
        }
        return nil
    }
}

/// A part of a song's audio, as a source sends it.
enum AudioStreamPart: Sendable {
    /// The first part. The format is nil if it is unknown, or if the source does not send the first bytes.
    case start(AudioStart, AudioFormat?)
    case bytes(Data)
}

/// Sends the audio from a position on, and requests only the rest when a read is repeated.
actor AudioStreamSink: AudioSink {
    private let music: Music
    private let send: @Sendable (AudioStreamPart) async throws -> Void
    /// The position of the next byte to send.
    private var position: Int64
    /// The position of the next byte that the source sends.
    private var sourcePosition: Int64 = 0
    private var start: AudioStart?
    private var isStarted = false

    /// `known` contains the properties that the source stated earlier.
    init(
        from offset: Int64, of music: Music, known: AudioProperties?,
        send: @escaping @Sendable (AudioStreamPart) async throws -> Void
    ) {
        (self.music, self.send, position) = (music, send, offset)
        start = known.map { AudioStart(total: $0.length, version: $0.version) }
    }

    var part: AudioPart? {
        guard position > 0, let start, let version = start.version else { return nil }
        return AudioPart(length: position, version: version, total: start.total)
    }

    func begin(_ start: AudioStart) async throws {
        if isStarted, !isSameAudio(start) { throw SourceFailure(.content(.invalidResponse), address: music.title) }
        self.start = start
        sourcePosition = start.offset
        // A source that sends everything starts with its first bytes, which determine the format.
        if start.offset > 0 { try await sendStart(nil) }
    }

    func write(_ bytes: Data) async throws {
        if sourcePosition == 0 { try await sendStart(AudioFormat(bytes)) }
        let skipped = Int(min(max(0, position - sourcePosition), Int64(bytes.count)))
        sourcePosition += Int64(bytes.count)
        guard skipped < bytes.count else { return }
        position += Int64(bytes.count - skipped)
        try await send(.bytes(skipped == 0 ? bytes : bytes.dropFirst(skipped)))
    }

    private func sendStart(_ format: AudioFormat?) async throws {
        guard !isStarted, let start else { return }
        isStarted = true
        try await send(.start(start, format))
    }

    /// Whether a repeated read can continue the sent bytes.
    private func isSameAudio(_ other: AudioStart) -> Bool {
        guard let start, start.version != nil || start.total != nil else { return false }
        return start.version == other.version && start.total == other.total
    }
}

/// The properties of audio that sources sent recently.
///
/// A source sends a part of its audio only to a client that names the version. Evicts everything when full.
actor AudioPropertiesCache {
    private static let limit = 500
    private var properties: [MusicID: AudioProperties] = [:]

    subscript(id: MusicID) -> AudioProperties? { properties[id] }

    func store(_ new: AudioProperties, for id: MusicID) {
        if properties.count >= Self.limit { properties = [:] }
        properties[id] = new
    }
}
