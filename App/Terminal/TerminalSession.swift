import Foundation

/// A terminal in use by the TUI: its full screen, its input and its signals.
final class TerminalSession {
    private let pipe: WakePipe
    private let input: InputThread
    private let beforeStop: @Sendable () async -> Bool
    private let savedSettings: termios
    private var shownFrame: TerminalFrame?
    private var isActive = false
    private(set) var size: TerminalSize

    /// Throws `CommandError` if standard input and output are not a capable terminal.
    static func check(_ terminal: Terminal) throws {
        guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else {
            throw CommandError(message: "Standard input or output is not a terminal. Use: fermata list")
        }
        guard terminal.isCapable else {
            throw CommandError(message: "This terminal (TERM) cannot position the cursor. Use: fermata list")
        }
    }

    /// Installs signal handlers. `beforeStop` runs before Ctrl-Z stops the program, and returns whether to stop it.
    init(
        beforeStop: @escaping @Sendable () async -> Bool, report: @escaping @Sendable (InputThread.Message) -> Void
    ) throws {
        self.beforeStop = beforeStop
        pipe = try WakePipe()
        input = InputThread(pipe: pipe, report: report)
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        savedSettings = settings
        TerminalSignals.install(restoring: settings, TerminalModes.off, wakeEnd: pipe.writeEnd)
        size = Self.currentSize  // only later changes are reported by a signal
    }

    /// Columns and rows; 80 × 24 if the terminal does not report its size.
    private static var currentSize: TerminalSize {
        guard let size = Terminal.size(of: STDOUT_FILENO), size.rows > 0 else { return (80, 24) }
        return size
    }

    /// The size of a cell; 10 × 20 pixels if the terminal does not report it.
    var cellSize: CellSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return CellSize(width: 10, height: 20)
        }
        let cell = CellSize(
            width: Int(size.ws_xpixel) / Int(size.ws_col), height: Int(size.ws_ypixel) / Int(size.ws_row))
        return cell.width > 0 && cell.height > 0 ? cell : CellSize(width: 10, height: 20)
    }

    /// Switches to full screen and starts to read input.
    func open() throws(OutputError) {
        try activate()
        input.start()
    }

    /// Restores the terminal and removes the signal handlers; later input belongs to the shell.
    func close() {
        restore()
        TerminalSignals.uninstall()
        input.end()
    }

    /// Restores the terminal and stops the program until the shell continues it.
    func suspend() {
        restore()
        Task { [beforeStop, input] in
            if await beforeStop() { input.stopProgram() }
        }
    }

    /// Returns to full screen after a stop; returns false if another job has the terminal.
    func resume() throws(OutputError) -> Bool {
        guard Terminal.isInForeground() else { return false }
        try activate()
        return true
    }

    /// Reads the terminal's new size and redraws everything.
    func updateSize() {
        size = Self.currentSize
        redraw()
    }

    /// Redraws everything with the next frame.
    func redraw() { shownFrame = nil }

    /// Draws the differences between the shown frame and a new one; does nothing while the terminal is inactive.
    func draw(_ frame: TerminalFrame) throws(OutputError) {
        guard isActive else { return }
        let bytes = frame.update(from: shownFrame)
        shownFrame = frame
        if !bytes.isEmpty { try write(bytes) }
    }

    /// Asks for the terminal's device attributes, which arrive as input.
    func requestAttributes() throws(OutputError) {
        if isActive { try write(TerminalModes.attributesRequest) }
    }

    /// Switches the terminal to raw, full-screen mode.
    private func activate() throws(OutputError) {
        shownFrame = nil
        isActive = true
        try TerminalSignals.whileDrawing { () throws(OutputError) in
            TerminalSignals.setActive(true)
            var raw = savedSettings
            cfmakeraw(&raw)
            tcsetattr(STDIN_FILENO, TCSANOW, &raw)
            try Self.send(TerminalModes.on)
        }
    }

    /// Restores the terminal's modes and settings.
    private func restore() {
        isActive = false
        TerminalSignals.restoreTerminal()
    }

    private func write(_ bytes: [UInt8]) throws(OutputError) {
        try TerminalSignals.whileDrawing { () throws(OutputError) in try Self.send(bytes) }
    }

    private static func send(_ bytes: [UInt8]) throws(OutputError) {
        let output = StandardOutput()
        try output.write(bytes)
        try output.flush()
    }
}

/// The terminal modes that the TUI enables on start and resets on exit.
///
/// Alternate screen (1049), hidden cursor (25), no wrapping (7), mouse reports (1000, 1006), bracketed paste (2004).
/// Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
enum TerminalModes {
    /// Requests the terminal's device attributes (DA1).
    static let attributesRequest = Array("\u{1B}[c".utf8)
    /// The device attribute of terminals that support sixels.
    static let sixelAttribute = 4
    static let on = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h".utf8)
    static let off = Array(
        "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)
}
