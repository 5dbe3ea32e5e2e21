import FermataPresentation
import Foundation

/// Reads the keys of the terminal, without showing them, while a command prints lines.
///
/// Ctrl-C ends the program and Ctrl-Z stops it, as in other programs; both restore the terminal before. A suspension
/// pauses the music while the program is stopped.
final class TerminalKeys: Sendable {
    /// Ends with the terminal.
    let keys: AsyncStream<TUIKey>
    private let settings: termios
    private let input: InputThread

    /// Returns nil if standard input is not a terminal, or belongs to another job.
    ///
    /// Throws `OutputError` if no pipe can be created.
    init?(_ suspension: PlayerSuspension) throws {
        var settings = termios()
        guard isatty(STDIN_FILENO) != 0, Terminal.isInForeground(), tcgetattr(STDIN_FILENO, &settings) == 0 else {
            return nil
        }
        self.settings = settings
        let (keys, continuation) = AsyncStream.makeStream(of: TUIKey.self)
        self.keys = keys
        let pipe = try WakePipe()
        TerminalSignals.install(restoring: settings, [], wakeEnd: pipe.writeEnd)
        input = InputThread(pipe: pipe) { [settings] message in
            switch message {
            case .inputs(let inputs):
                for case .key(let key) in inputs { continuation.yield(key) }
            case .suspend:
                Task { if await suspension.pause() { Self.stop(pipe) } }
            case .resumed:
                if Terminal.isInForeground() { Self.hideKeys(settings) }
                Task { await suspension.resume() }
            case .ended: continuation.finish()
            case .resized: break
            }
        }
        Self.hideKeys(settings)
        input.start()
    }

    /// Restores the terminal; later keys belong to the shell.
    func close() {
        TerminalSignals.restoreTerminal()
        input.end()
        TerminalSignals.uninstall()
    }

    /// Restores the terminal, and lets the input thread stop the program.
    private static func stop(_ pipe: WakePipe) {
        TerminalSignals.restoreTerminal()
        pipe.wake(InputThread.stopByte)
    }

    private static func hideKeys(_ settings: termios) {
        TerminalSignals.setActive(true)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON)
        tcsetattr(STDIN_FILENO, TCSANOW, &silent)
    }
}
