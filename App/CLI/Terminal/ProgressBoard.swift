import Foundation
import Synchronization

/// Lines that are drawn again and again in the same place, one for each thing under way.
///
/// On a terminal only.
final class ProgressBoard: Sendable {
    private struct State {
        var lines: [(key: String, text: String)] = []
        var drawn = 0
        var throttle = Throttle()
    }

    private let state = Mutex(State())

    /// Puts a text in the line of a key, or takes the line away where there is no text.
    func show(_ text: String?, for key: String) {
        state.withLock { state in
            let index = state.lines.firstIndex { $0.key == key }
            switch (text, index) {
            case (let text?, let index?): state.lines[index].text = text
            case (let text?, nil): state.lines.append((key, text))
            case (nil, let index?): state.lines.remove(at: index)
            case (nil, nil): return
            }
            guard text == nil || state.throttle.isDue(at: Date()) else { return }
            Self.draw(&state)
        }
    }

    /// Prints something else in the place of the lines, which then follow it.
    func aside<Value>(_ body: () throws -> Value) rethrows -> Value {
        try state.withLock { state in
            Console.redraw([], over: state.drawn)
            state.drawn = 0
            defer { Self.draw(&state) }
            return try body()
        }
    }

    /// Takes all lines away.
    func end() {
        state.withLock { state in
            Console.redraw([], over: state.drawn)
            state = State()
        }
    }

    private static func draw(_ state: inout State) {
        state.drawn = Console.redraw(state.lines.map(\.text), over: state.drawn)
    }
}
