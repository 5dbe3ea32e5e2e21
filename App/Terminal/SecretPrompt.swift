import Foundation

/// Reads a line from the terminal without showing it.
package enum SecretPrompt {
    private static let (interrupt, endOfFile, backspace, delete, clear): (UInt8, UInt8, UInt8, UInt8, UInt8) =
        (0x03, 0x04, 0x08, 0x7F, 0x15)

    /// Returns nil at the end of input. Ctrl-C ends the program with SIGINT, as at a prompt that shows its line.
    ///
    /// The terminal sends Ctrl-C as a character while nothing is shown, so that its settings are restored before the
    /// program ends.
    static func read() -> String? {
        var saved = termios()
        guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return readLine() }
        var silent = saved
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        do {
            defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved) }
            return try line { Self.byte() }
        } catch {
            FatalSignal.end(with: SIGINT)
        }
    }

    /// Builds a line from typed bytes; `next` returns nil at the end of input. Throws `CancellationError` for Ctrl-C.
    package static func line(_ next: () -> UInt8?) throws -> String? {
        var typed: [UInt8] = []
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(decoding: typed, as: UTF8.self)
            case interrupt: throw CancellationError()
            case endOfFile: return typed.isEmpty ? nil : String(decoding: typed, as: UTF8.self)
            case clear: typed = []
            case backspace, delete: typed = Array(String(decoding: typed, as: UTF8.self).dropLast().utf8)
            default: typed.append(byte)
            }
        }
        return typed.isEmpty ? nil : String(decoding: typed, as: UTF8.self)
    }

    private static func byte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = Foundation.read(STDIN_FILENO, &byte, 1)
            if count == 1 { return byte }
            guard count < 0, errno == EINTR else { return nil }
        }
    }
}
