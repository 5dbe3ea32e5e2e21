public import Foundation

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
