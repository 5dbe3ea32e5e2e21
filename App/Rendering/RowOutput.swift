import Dispatch
import Synchronization

/// Prints rows as they come: memory is bounded by a few batches, whatever the number of rows.
///
/// A batch is rendered while the next one is read.
package final class RowOutput<Renderer: RowRenderer>: Sendable {
    private static var bufferSize: Int { 1 << 16 }
    private static var batchesInHand: Int { 4 }

    private struct State: Sendable {
        var renderer: Renderer
        var bytes: [UInt8] = []
        var count = 0
    }

    private let state: Mutex<State>
    private let failure = Mutex<(any Error)?>(nil)
    private let sink: any ByteSink
    private let queue = DispatchQueue(label: "rows")
    private let room = DispatchSemaphore(value: batchesInHand)

    package init(_ renderer: Renderer, to sink: any ByteSink) {
        state = Mutex(State(renderer: renderer))
        self.sink = sink
    }

    /// How many rows were printed.
    package var count: Int { queue.sync { state.withLock { $0.count } } }

    package func begin() throws {
        state.withLock {
            $0.bytes.reserveCapacity(Self.bufferSize + 4096)
            $0.renderer.begin(into: &$0.bytes)
        }
    }

    /// Takes rows to be printed after those before; throws what went wrong with those.
    package func rows(_ rows: [Renderer.Row]) throws {
        try throwFailure()
        room.wait()
        queue.async { [self] in
            defer { room.signal() }
            guard failure.withLock({ $0 == nil }) else { return }
            do {
                try state.withLock { try print(rows, &$0) }
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }

    package func end() throws {
        try queue.sync {
            try throwFailure()
            try state.withLock { state in
                state.renderer.end(into: &state.bytes)
                try drain(&state.bytes)
                try sink.flush()
            }
        }
    }

    private func throwFailure() throws {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func print(_ rows: [Renderer.Row], _ state: inout State) throws {
        for row in rows {
            state.renderer.row(row, into: &state.bytes)
            if state.bytes.count >= Self.bufferSize { try drain(&state.bytes) }
        }
        state.count += rows.count
    }

    private func drain(_ bytes: inout [UInt8]) throws {
        try sink.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
