/// A terminal in use by the TUI: its screen, its input and its signals.
final class TerminalSession {
    private let pipe: WakePipe
    private let screen: FullScreen
    private let input: InputThread
    private let beforeStop: @Sendable () async -> Bool
    private(set) var size: (columns: Int, rows: Int)

    /// `beforeStop` runs before Ctrl-Z stops the program, and returns whether to stop it.
    init(
        beforeStop: @escaping @Sendable () async -> Bool, report: @escaping @Sendable (InputThread.Message) -> Void
    ) throws {
        self.beforeStop = beforeStop
        pipe = try WakePipe()
        screen = FullScreen(wakeEnd: pipe.writeEnd)
        input = InputThread(pipe: pipe, report: report)
        size = screen.size
    }

    var cellSize: CellSize { screen.cellSize }

    /// Switches to full screen and starts to read input.
    func open() throws(OutputError) {
        try screen.activate()
        input.start()
    }

    /// Restores the terminal; later input belongs to the shell.
    func close() {
        screen.close()
        input.end()
    }

    /// Restores the terminal and stops the program until the shell continues it.
    func suspend() {
        screen.restore()
        Task { [beforeStop, input] in
            if await beforeStop() { input.stopProgram() }
        }
    }

    /// Returns to full screen after a stop; returns false if another job has the terminal.
    func resume() throws(OutputError) -> Bool {
        guard Terminal.isInForeground() else { return false }
        try screen.activate()
        return true
    }

    /// Reads the terminal's new size and redraws everything.
    func updateSize() {
        size = screen.size
        screen.invalidate()
    }

    /// Redraws everything with the next frame.
    func redraw() { screen.invalidate() }

    func draw(_ frame: TerminalFrame) throws(OutputError) { try screen.draw(frame) }

    /// Asks for the terminal's device attributes, which arrive as input.
    func requestAttributes() throws(OutputError) { try screen.request(TerminalModes.attributesRequest) }
}
