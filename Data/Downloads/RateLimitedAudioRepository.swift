public import FermataDomain
import Foundation

/// Limits reading audio to a number of bytes per second for all readers together.
public struct RateLimitedAudioRepository: AudioRepository {
    private let source: any AudioRepository
    private let pace: ByteRateLimiter

    public init(
        _ source: any AudioRepository, bytesPerSecond: Int, clock: some Clock<Duration>
    ) {
        self.source = source
        pace = ByteRateLimiter(bytesPerSecond: bytesPerSecond, clock: clock)
    }

    public func read(_ music: Music, into sink: any AudioSink) async throws {
        try await source.read(music, into: RateLimitedSink(sink: sink, pace: pace))
    }
}

/// Delays writes to the rate limit; no more bytes are requested meanwhile.
private struct RateLimitedSink: AudioSink {
    let sink: any AudioSink
    let pace: ByteRateLimiter

    var part: AudioPart? {
        get async throws { try await sink.part }
    }

    func begin(_ start: AudioStart) async throws {
        try await sink.begin(start)
    }

    func write(_ bytes: Data) async throws {
        try await pace.wait(for: bytes.count)
        try await sink.write(bytes)
    }
}
