public import FermataDomain
import Foundation
import Synchronization

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

/// Limits the bytes per second of several readers together.
///
/// Each caller reserves the time for its bytes.
final class ByteRateLimiter: Sendable {
    /// The unused time that may be spent in one burst.
    private static let credit = Duration.milliseconds(250)
    private let bytesPerSecond: Int
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    /// The end of the reserved time, since the start.
    private let reserved = Mutex(Duration.zero)

    init(bytesPerSecond: Int, clock: some Clock<Duration>) {
        self.bytesPerSecond = max(1, bytesPerSecond)
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }

    /// Waits until a number of bytes may be sent.
    func wait(for bytes: Int) async throws {
        let pause = reserved.withLock { end in
            let now = elapsed()
            let turn = max(end, now - Self.credit)
            end = turn + .seconds(bytes) / bytesPerSecond
            return turn - now
        }
        if pause > .zero { try await sleep(pause) }
    }
}
