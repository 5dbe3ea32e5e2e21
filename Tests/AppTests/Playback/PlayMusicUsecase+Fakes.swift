import FermataContracts
import FermataDomain
import Foundation

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
            now: { Date() }, makePlayer: makePlayer)
    }
}

private struct AudioServerStub: AudioServer {
    func address(of song: MusicID) async throws(PlayerError) -> String { song.description }
}
