import FermataDomain
import Synchronization
import TestServer
import TestTraits

/// A repository that returns the same lyrics for every song, or throws an error, once a gate is open.
final class GatedLyrics: LyricsRepository {
    let gate = Gate()
    private let result: Result<Lyrics, any Error>
    private let state = Mutex<(requested: [MusicID], cancelled: [MusicID])>(([], []))

    init(_ result: Result<Lyrics, any Error> = .success(.none)) {
        self.result = result
    }

    /// The songs whose lyrics were requested, in order.
    var requested: [MusicID] { state.withLock { $0.requested } }
    /// The songs whose request was cancelled, in order.
    var cancelled: [MusicID] { state.withLock { $0.cancelled } }

    func lyrics(of id: MusicID, allowing filter: ExplicitFilter) async throws -> Lyrics {
        state.withLock { $0.requested.append(id) }
        do { try await waitUntil { gate.isOpen } } catch is CancellationError {
            state.withLock { $0.cancelled.append(id) }
            throw CancellationError()
        }
        return try result.get()
    }

    func songsWithLyrics(among ids: [MusicID], allowing filter: ExplicitFilter) async throws -> Set<MusicID> { [] }

    func origins(of id: MusicID) async throws -> [LyricsOrigin] { [] }

    func store(_ lyrics: Lyrics, of id: MusicID) async throws {}
}
