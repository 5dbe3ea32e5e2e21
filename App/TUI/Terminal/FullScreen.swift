import Foundation

/// The whole terminal, for as long as the browser has it.
final class FullScreen {
    private let found: termios
    private var shown: TerminalFrame?
    private var isTaken = false

    /// Throws `CommandError` where there is no terminal that can be drawn on.
    static func check() throws {
        guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else {
            throw CommandError(message: "To browse takes a terminal. Without one, use: fermata list")
        }
        guard Terminal.isCapable else {
            throw CommandError(message: "This terminal cannot put text in its place (TERM). Use: fermata list")
        }
    }

    /// Throws `CommandError` where there is no terminal that can be drawn on.
    init(wakeEnd: Int32) throws {
        try Self.check()
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        found = settings
        TerminalSignals.begin(restoring: found, wakeEnd: wakeEnd)
    }

    /// Columns and rows; a terminal that does not say is taken for one of the usual size.
    var size: (columns: Int, rows: Int) {
        guard let size = Terminal.size(of: STDOUT_FILENO), size.rows > 0 else { return (80, 24) }
        return size
    }

    /// Takes the terminal, or takes it again after somebody else had it.
    func take() throws(OutputError) {
        shown = nil
        isTaken = true
        try TerminalSignals.whileDrawing { () throws(OutputError) in
            TerminalSignals.setTaken(true)
            var raw = found
            cfmakeraw(&raw)
            tcsetattr(STDIN_FILENO, TCSANOW, &raw)
            try Self.put(TerminalModes.on)
        }
    }

    /// Gives the terminal back as it was found.
    func giveBack() {
        isTaken = false
        TerminalSignals.giveBack()
    }

    func end() {
        giveBack()
        TerminalSignals.end()
    }

    /// Draws what differs from what is shown, all at once; nothing while somebody else has the terminal.
    func show(_ frame: TerminalFrame) throws(OutputError) {
        guard isTaken else { return }
        let bytes = frame.update(from: shown)
        shown = frame
        if !bytes.isEmpty { try write(bytes) }
    }

    /// Asks the terminal something, whose answer comes as input.
    func ask(_ question: [UInt8]) throws(OutputError) {
        if isTaken { try write(question) }
    }

    /// Pixels of a cell; a terminal that does not say is taken for one of the usual size.
    var cell: CellSize { Terminal.cell(of: STDOUT_FILENO) ?? CellSize(width: 10, height: 20) }

    /// Draws all of the next frame, whatever is shown.
    func forget() { shown = nil }

    private func write(_ bytes: [UInt8]) throws(OutputError) {
        try TerminalSignals.whileDrawing { () throws(OutputError) in try Self.put(bytes) }
    }

    private static func put(_ bytes: [UInt8]) throws(OutputError) {
        let output = StandardOutput()
        try output.write(bytes)
        try output.flush()
    }
}
