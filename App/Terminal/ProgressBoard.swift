import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

/// A line of progress for each running task, redrawn in place; on a terminal only.
final class ProgressBoard: Sendable {
    private struct State {
        var lines: [(key: String, text: String)] = []
        var drawn = 0
        var throttle = Throttle()
    }

    private let console: Console
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    init(_ console: Console, now: @escaping @Sendable () -> Date) {
        self.console = console
        self.now = now
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
            draw(&state)
        }
    }

    /// Prints something else above the lines.
    func printAbove<Value>(_ body: () throws -> Value) rethrows -> Value {
        try state.withLock { state in
            console.redraw([], over: state.drawn)
            state.drawn = 0
            defer { draw(&state) }
            return try body()
        }
    }

    /// Removes all lines.
    func end() {
        state.withLock { state in
            console.redraw([], over: state.drawn)
            state = State()
        }
    }

    private func draw(_ state: inout State) {
        state.drawn = console.redraw(state.lines.map(\.text), over: state.drawn)
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

/// Shows the progress of a library's migration: step by step on a terminal, and as one message otherwise.
struct MigrationProgress: Sendable {
    let console: Console

    /// Shows that a step starts, or that the migration has ended.
    func show(_ step: LibraryMigrationStep?) {
        switch step {
        case nil: console.endProgress()
        case let step? where console.showsProgress: console.progress(LibraryMigrationText.progress(step))
        case let step?: if step.number == 1 { console.note(LibraryMigrationText.start) }
        }
    }
}
