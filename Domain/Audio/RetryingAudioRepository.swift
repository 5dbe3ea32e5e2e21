import Foundation

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
                if let offset = await start.offset, offset < before {
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
private actor StartObserver: AudioSink {
    private let sink: any AudioSink
    /// The position of the first byte; nil if the source sent none.
    private(set) var offset: Int64?

    init(_ sink: any AudioSink) {
        self.sink = sink
    }

    var part: AudioPart? { get async throws { try await sink.part } }

    func begin(_ start: AudioStart) async throws {
        offset = start.offset
        try await sink.begin(start)
    }

    func write(_ bytes: Data) async throws { try await sink.write(bytes) }
}
