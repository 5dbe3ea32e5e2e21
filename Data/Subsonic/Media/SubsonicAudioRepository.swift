package import FermataDomain
package import Foundation

/// Reads audio from the library's servers, and any other audio from another repository.
package struct SubsonicAudioRepository: AudioRepository {
    private let sources: any SourceRepository
    private let connections: SubsonicConnections
    private let timeouts: HTTPTimeouts
    private let byteLimit: Int64
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let fallback: any AudioRepository

    /// Creates a repository that rejects audio of more than `byteLimit` bytes.
    package init(
        sources: any SourceRepository, _ connections: SubsonicConnections, timeouts: HTTPTimeouts = HTTPTimeouts(),
        byteLimit: Int64 = 4 << 30, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
        otherwise fallback: any AudioRepository
    ) {
        (self.sources, self.connections, self.fallback) = (sources, connections, fallback)
        (self.timeouts, self.byteLimit, self.clock, self.now) = (timeouts, byteLimit, clock, now)
    }

    package func read(_ music: Music, into sink: any AudioSink) async throws {
        guard let media = try await SubsonicMedia(music.audioURL, of: music, in: sources, connections) else {
            return try await fallback.read(music, into: sink)
        }
        let detector = StallDetector(timeouts: timeouts)
        let request = AudioDownloadRequest(
            address: media.address, execute: media.execute, byteLimit: byteLimit, stallDetector: detector, now: now)
        do {
            try await detector.watch(media.address.shown, on: clock) { try await request.fetch(into: sink) }
        } catch let failure as SourceFailure {
            throw media.redacted(failure)
        }
    }
}
