import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

/// Lines of the terminal that are redrawn in place, with other output above them.
final class TerminalLines: Sendable {
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

    /// Runs a body that prints other output, which stays above the lines.
    func printAbove<Value>(_ body: () throws -> Value) rethrows -> Value {
        try state.withLock { state in
            console.redraw([], over: state.drawn)
            defer { state.drawn = console.redraw(state.lines, over: 0) }
            return try body()
        }
    }

    /// Prints a message above the lines.
    func note(_ text: String) { printAbove { console.note(text) } }

    /// Removes the lines.
    func end() {
        state.withLock { state in
            console.redraw([], over: state.drawn)
            state = State()
        }
    }
}

/// A line of progress for each running task; on a terminal only.
final class ProgressBoard: Sendable {
    private struct State {
        var lines: [(key: String, text: String)] = []
        var throttle = Throttle()
    }

    let lines: TerminalLines
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    init(_ console: Console, now: @escaping @Sendable () -> Date) {
        (lines, self.now) = (TerminalLines(console), now)
    }

    /// Sets the text of a key's line, or removes the line if the text is nil.
    func show(_ text: String?, for key: String) {
        state.withLock { state in
            let index = state.lines.firstIndex { $0.key == key }
            switch (text, index) {
            case (let text?, let index?): state.lines[index].text = text
            case (let text?, nil): state.lines.append((key, text))
            case (nil, let index?): state.lines.remove(at: index)
            case (nil, nil): return
            }
            guard text == nil || state.throttle.isDue(at: now()) else { return }
            lines.show(state.lines.map(\.text))
        }
    }
}

/// Limits how often progress is shown, to ten times a second.
struct Throttle {
    private static let interval = 0.1
    private var last = Date.distantPast

    /// Whether progress is due; the next is then due an interval later.
    mutating func isDue(at now: Date) -> Bool {
        guard now.timeIntervalSince(last) >= Self.interval else { return false }
        last = now
        return true
    }
}
