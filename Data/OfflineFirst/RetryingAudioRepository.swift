public import FermataDomain
import Foundation
import Synchronization

/// Retries reading audio after temporary failures, with growing pauses.
public struct RetryingAudioRepository: AudioRepository {
    private let source: any AudioRepository
    private let retries: RetryPolicy
    private let clock: any Clock<Duration>

    public init(
        _ source: any AudioRepository, retries: RetryPolicy = RetryPolicy(),
        clock: any Clock<Duration>
    ) {
        self.source = source
        self.retries = retries
        self.clock = clock
    }

    /// Reads audio. An attempt that adds to the partial file does not count.
    ///
    /// An attempt that starts over counts, because a source whose audio changes each time would be read endlessly.
    public func read(_ music: Music, into sink: any AudioSink) async throws {
        var length = try await sink.part?.length ?? 0
        var (attempt, restarts) = (1, 0)
        while true {
            let start = StartObserver(sink)
            do {
                return try await source.read(music, into: start)
            } catch let failure as SourceFailure {
                let before = length
                length = try await sink.part?.length ?? 0
                if let offset = start.offset, offset < before {
                    restarts += 1
                } else if length > before {
                    attempt = 1 + restarts
                }
                guard let pause = retries.pause(after: failure, attempt: attempt) else { throw failure }
                try await clock.sleep(for: pause)
                attempt += 1
            }
        }
    }
}

/// Forwards audio to a sink and records its start offset.
private final class StartObserver: AudioSink {
    private let sink: any AudioSink
    private let start = Mutex<Int64?>(nil)

    init(_ sink: any AudioSink) {
        self.sink = sink
    }

    /// The position of the first byte; nil if the source sent none.
    var offset: Int64? { start.withLock { $0 } }

    var part: AudioPart? { get async throws { try await sink.part } }

    func begin(_ start: AudioStart) async throws {
        self.start.withLock { $0 = start.offset }
        try await sink.begin(start)
    }

    func write(_ bytes: Data) async throws { try await sink.write(bytes) }
}
