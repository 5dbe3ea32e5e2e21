import FermataContracts
import FermataDomain
import Foundation
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

extension PlayMusicUsecase {
    /// Plays songs of a library with fake players. `stored` has the audio of songs on this computer.
    convenience init(
        _ music: any MusicRepository, stored: [any StoredAudioRepository] = [], playback: any PlaybackRepository,
        makePlayer: @escaping @Sendable () async throws -> any Player
    ) {
        self.init(
            getAudio: GetAudioUsecase(music: music, stored: stored, remote: AudioRepositoryStub(), listener: .anyone),
            addresses: AudioServerStub(), playback: playback,
            recordPlay: RecordPlayUsecase(
                music: music, history: InMemoryHistoryRepository(music: music), listener: .anyone, now: { Date() }),
            now: { Date() }, clock: ContinuousClock(), makePlayer: makePlayer)
    }
}

private struct AudioServerStub: AudioServer {
    func address(of song: MusicID) async throws(PlayerError) -> String { song.description }
}
