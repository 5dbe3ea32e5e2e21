import FermataDomain
import FermataPresentation
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

    /// Runs a body and prints the problem of its error, so that the music continues.
    ///
    /// Throws `LibraryError.damaged`, and errors without a problem, such as `CancellationError`.
    func noteProblem(of body: () async throws -> Void) async throws {
        do { try await body() } catch {
            if case LibraryError.damaged = error { throw error }
            guard let described = error as? any ProblemConvertible else { throw error }
            note(described.problem(for: .user).text)
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
