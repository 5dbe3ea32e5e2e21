public import FermataDomain
public import Foundation
import Synchronization

/// Audio in memory that tests can change and make fail.
public final class FakeAudioRepository: AudioRepository {
    /// A read that fails before its end.
    public struct Interruption: Sendable {
        /// The number of bytes sent before the failure.
        public var after: Int
        public var failure: SourceFailure

        public init(after: Int = 0, _ failure: SourceFailure) {
            self.after = after
            self.failure = failure
        }

        public static func unreachable(after: Int = 0) -> Interruption {
            Interruption(after: after, SourceFailure(.truncated, address: "test:audio"))
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
        public var interruptions: [MusicID: [Interruption]] = [:]
        public var pieceSize = 4
        /// The requests in order.
        public var reads: [MusicID] = []
        /// The number of running reads, and its maximum so far.
        public var running = 0
        public var maximumConcurrentReads = 0
    }

    private let state: Mutex<State>

    public init(_ bytes: [MusicID: Data] = [:]) {
        state = Mutex(State(bytes: bytes))
    }

    public func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    public var reads: [MusicID] { state.withLock { $0.reads } }
    public var maximumConcurrentReads: Int { state.withLock { $0.maximumConcurrentReads } }

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
    fileprivate mutating func begin(_ id: MusicID) -> (Self, FakeAudioRepository.Interruption?) {
        reads.append(id)
        running += 1
        maximumConcurrentReads = max(maximumConcurrentReads, running)
        let end = interruptions[id]?.isEmpty == false ? interruptions[id]?.removeFirst() : nil
        return (self, end)
    }
}

extension Data {
    /// Splits the data into pieces of a size, the last one shorter.
    func pieces(of size: Int) -> [Data] {
        stride(from: 0, to: count, by: size).map { Data(dropFirst($0).prefix(size)) }
    }
}
