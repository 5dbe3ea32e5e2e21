import Synchronization

/// Prints rows of one type, whatever their format.
protocol RowPrinter<Row>: Sendable {
    associatedtype Row

    func rows(_ rows: [Row]) throws

    /// Writes the rows that were printed so far. `end` throws the error if that fails.
    func flush()
}

extension RowOutput: RowPrinter {}

/// Prints rows as they come: memory is bounded by a buffer, whatever the number of rows.
package final class RowOutput<Renderer: RowRenderer>: Sendable {
    private static var bufferSize: Int { 1 << 16 }

    private struct State: Sendable {
        var renderer: Renderer
        var bytes: [UInt8] = []
        var count = 0
        var failure: (any Error)?
    }

    private let state: Mutex<State>
    private let sink: any ByteSink

    package init(_ renderer: Renderer, to sink: any ByteSink) {
        state = Mutex(State(renderer: renderer))
        self.sink = sink
    }

    /// How many rows were printed.
    package var count: Int { state.withLock { $0.count } }

    package func begin() throws {
        state.withLock {
            $0.bytes.reserveCapacity(Self.bufferSize + 4096)
            $0.renderer.begin(into: &$0.bytes)
        }
    }

    package func rows(_ rows: [Renderer.Row]) throws {
        try state.withLock { state in
            try rows.withUnsafeBufferPointer { rows in
                for index in rows.indices {
                    state.renderer.row(rows[index], into: &state.bytes)
                    if state.bytes.count >= Self.bufferSize { try drain(&state.bytes) }
                }
            }
            state.count += rows.count
        }
    }

    /// Hands on what was printed so far. `end` tells where that failed: what the rows tell of goes on meanwhile.
    package func flush() {
        state.withLock { state in
            do {
                try drain(&state.bytes)
                try sink.flush()
            } catch {
                state.failure = state.failure ?? error
            }
        }
    }

    package func end() throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.renderer.end(into: &state.bytes)
            try drain(&state.bytes)
            try sink.flush()
        }
    }

    private func drain(_ bytes: inout [UInt8]) throws {
        defer { bytes.removeAll(keepingCapacity: true) }
        try sink.write(bytes)
    }
}
