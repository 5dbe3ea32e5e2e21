import FermataData
import FermataDomain
import FermataPresentation

extension FermataApplication {
    /// The player of this program.
    var player: PlayerProgram {
        let history = SQLiteHistoryRepository(library: file)
        let settings = settings
        let session = PlayMusicUsecase(
            getAudio: getAudio,
            addresses: AudioAddressServer(getAudio: getAudio, token: RandomSalt.text() + RandomSalt.text()),
            playback: playback,
            recordPlay: RecordPlayUsecase(music: music, history: history, listener: settings.listener),
            now: clock.now,
            makePlayer: { [clock] in
                try await MPVPlayer(
                    output: settings.player.audioOutput, searchPath: settings.player.searchPath, clock: clock.sleep)
            })
        let server = PlayerSocketServer(at: playerSocket, controlling: session)
        return PlayerProgram(session: session) { body in try await server.run(body) }
    }

    /// Controls the player of another program.
    var otherPlayer: PlayerDataSource {
        players(over: SocketPlayerControl(at: playerSocket, playback: playback, clock: clock.sleep))
    }

    var tuiPlayer: TUIPlayer {
        let program = player
        return TUIPlayer(
            program, own: players(over: program.session), other: otherPlayer, lyrics: lyrics, clock: clock.sleep)
    }

    func players(over control: any PlayerControl) -> PlayerDataSource {
        PlayerDataSource(
            control: ControlPlayerUsecase(
                control: control, stored: playback, music: music, listener: settings.listener),
            getHistory: GetHistoryUsecase(
                repository: SQLiteHistoryRepository(library: file), listener: settings.listener),
            now: clock.now)
    }

    private var playback: SQLitePlaybackRepository { SQLitePlaybackRepository(library: file) }

    private var playerSocket: PlayerSocket {
        PlayerSocket(in: settings.player.socketFolder, ofLibrary: settings.library)
    }
}
