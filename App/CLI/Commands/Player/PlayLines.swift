import Synchronization

/// Lines of the terminal that are redrawn in place, with messages above them.
final class PlayLines: Sendable {
    private struct State {
        var lines: [String] = []
        var drawn = 0
    }

    private let console: Console
    private let state = Mutex(State())

    init(_ console: Console) {
        self.console = console
    }

    /// Draws lines in place of the earlier ones, if they have changed.
    func show(_ lines: [String]) {
        state.withLock { state in
            guard lines != state.lines else { return }
            state.lines = lines
            state.drawn = console.redraw(lines, over: state.drawn)
        }
    }

    /// Prints a message above the lines.
    func note(_ text: String) {
        state.withLock { state in
            console.redraw([], over: state.drawn)
            console.note(text)
            state.drawn = console.redraw(state.lines, over: 0)
        }
    }

    /// Removes the lines.
    func end() {
        state.withLock { state in
            console.redraw([], over: state.drawn)
            state = State()
        }
    }
}
