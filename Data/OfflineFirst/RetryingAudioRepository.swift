public import FermataDomain

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

    /// Counts attempts again from zero after each progress of the partial file.
    public func read(_ music: Music, into sink: any AudioSink) async throws {
        var longest = try await sink.part?.length ?? 0
        var attempt = 1
        while true {
            do {
                return try await source.read(music, into: sink)
            } catch let failure as SourceFailure {
                let length = try await sink.part?.length ?? 0
                if length > longest { (longest, attempt) = (length, 1) }
                guard let pause = retries.pause(after: failure, attempt: attempt) else { throw failure }
                try await clock.sleep(for: pause)
                attempt += 1
            }
        }
    }
}
