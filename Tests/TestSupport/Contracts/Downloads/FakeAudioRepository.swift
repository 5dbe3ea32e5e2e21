public import FermataDomain
public import Foundation
import Synchronization

/// Audio in memory that tests can change and make fail.
public final class FakeAudioRepository: AudioRepository {
    /// A read that fails before its end.
    public struct Break: Sendable {
        /// The number of bytes sent before the failure.
        public var after: Int
        public var failure: SourceFailure

        public init(after: Int = 0, _ failure: SourceFailure) {
            self.after = after
            self.failure = failure
        }

        public static func unreachable(after: Int = 0) -> Break {
            Break(after: after, SourceFailure(.truncated, address: "test:audio"))
        }
    }

    public struct State: Sendable {
        public var bytes: [MusicID: Data]
        /// The version of the audio; without one, partial audio cannot be resumed.
        public var version: String? = "1"
        public var sendsLength = true
        /// The SHA-256 digests that the source states, right or wrong.
        public var digests: [MusicID: Data] = [:]
        /// The failures of the next reads, in order.
        public var breaks: [MusicID: [Break]] = [:]
        public var pieceSize = 4
        /// The requests in order.
        public var readings: [MusicID] = []
        /// The number of running reads, and its maximum so far.
        public var running = 0
        public var mostAtOnce = 0
    }

    private let state: Mutex<State>

    public init(_ bytes: [MusicID: Data] = [:]) {
        state = Mutex(State(bytes: bytes))
    }

    public func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    public var readings: [MusicID] { state.withLock { $0.readings } }
    public var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    public func read(_ music: Music, into sink: any AudioSink) async throws {
        let (now, end) = state.withLock { $0.begin(music.id) }
        defer { state.withLock { $0.running -= 1 } }
        guard let bytes = now.bytes[music.id] else {
            throw SourceFailure(.noAudio, address: music.title)
        }
        if let end, end.after == 0 { throw end.failure }
        let part = try await sink.part
        let offset = part.flatMap { $0.version == now.version && $0.length <= bytes.count ? Int($0.length) : nil } ?? 0
        try await sink.begin(
            AudioStart(
                offset: Int64(offset), total: now.sendsLength ? Int64(bytes.count) : nil, version: now.version,
                digest: now.digests[music.id]))
        let rest = bytes.dropFirst(offset)
        for piece in rest.prefix(end?.after ?? .max).pieces(of: now.pieceSize) {
            try Task.checkCancellation()
            try await sink.write(piece)
        }
        if let end { throw end.failure }
    }
}

extension FakeAudioRepository.State {
    fileprivate mutating func begin(_ id: MusicID) -> (Self, FakeAudioRepository.Break?) {
        readings.append(id)
        running += 1
        mostAtOnce = max(mostAtOnce, running)
        let end = breaks[id]?.isEmpty == false ? breaks[id]?.removeFirst() : nil
        return (self, end)
    }
}

extension Data {
    /// Splits the data into pieces of a size, the last one shorter.
    func pieces(of size: Int) -> [Data] {
        stride(from: 0, to: count, by: size).map { Data(dropFirst($0).prefix(size)) }
    }
}
