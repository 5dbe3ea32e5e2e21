import Foundation

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
