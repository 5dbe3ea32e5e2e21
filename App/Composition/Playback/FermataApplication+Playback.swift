import FermataData
import FermataDomain
import FermataPresentation

extension FermataApplication {
    /// The player of this program.
    var player: PlayerProgram {
        let settings = settings
        let session = PlayMusicUsecase(
            getAudio: getAudio,
            addresses: AudioAddressServer(getAudio: getAudio, token: RandomSalt.text() + RandomSalt.text()),
            playback: playback,
            recordPlay: recordPlay,
            now: clock.now,
            makePlayer: { [clock] in
                try await MPVPlayer(
                    output: settings.player.audioOutput, fallsBackToSilence: settings.player.fallsBackToSilence,
                    environment: settings.player.environment, clock: clock.sleep)
            })
        let server = PlayerSocketServer(at: playerSocket, controlling: session, now: clock.now)
        return PlayerProgram(session: session, deliveries: deliveries) { body in try await server.run(body) }
    }

    /// Controls the player of another program.
    var otherPlayer: PlayerDataSource {
        players(
            over: SocketPlayerControl(at: playerSocket, playback: playback, clock: clock.sleep, now: clock.now),
            isShared: true)
    }

    var tuiPlayer: TUIPlayer {
        TUIPlayer(remote: otherPlayer, lyrics: lyrics, clock: clock.sleep) {
            let program = player
            return (program, players(over: program.session))
        }
    }

    /// `isShared` states that the player may be that of another listener.
    func players(over control: any PlayerControl, isShared: Bool = false) -> PlayerDataSource {
        PlayerDataSource(
            control: ControlPlayerUsecase(
                control: control, playback: playback, music: music, listener: settings.listener,
                isShared: isShared))
    }

    var history: HistoryDataSource {
        HistoryDataSource(
            getMusic: GetMusicUsecase(repository: music, sources: sourceRepository, listener: settings.listener),
            getHistory: GetHistoryUsecase(
                repository: SQLiteHistoryRepository(library: file), listener: settings.listener),
            recordPlay: recordPlay, now: clock.now)
    }

    private var recordPlay: RecordPlayUsecase {
        RecordPlayUsecase(
            music: music, history: SQLiteHistoryRepository(library: file), listener: settings.listener, now: clock.now)
    }

    private var playback: SQLitePlaybackRepository { SQLitePlaybackRepository(library: file) }

    private var playerSocket: PlayerSocket {
        PlayerSocket(in: settings.player.socketFolder, ofLibrary: settings.library)
    }
}
