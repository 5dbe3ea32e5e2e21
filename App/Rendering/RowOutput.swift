package import FermataPresentation
import Synchronization

/// Prints rows of one type in any format.
protocol RowPrinter<Row>: Sendable {
    associatedtype Row

    func rows(_ rows: [Row]) throws

    /// Writes the rows that were printed so far. `end` throws the error if that fails.
    func flush()
}

extension RowOutput: RowPrinter {}

/// Prints rows as they arrive. A buffer bounds the memory.
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

    /// The number of printed rows.
    package var count: Int { state.withLock { $0.count } }

    package func begin() throws {
        state.withLock {
            $0.bytes.reserveCapacity(Self.bufferSize + 4096)
            $0.renderer.begin(into: &$0.bytes)
        }
    }

    @specialized(where Renderer == JSONRenderer<MusicCellModel>)
    @specialized(where Renderer == TableRenderer<MusicCellModel>)
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

    /// Writes the buffered rows. `end` throws the first failure, so that the work that the rows report continues.
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

/// Turns rows into bytes, one row at a time.
package protocol RowRenderer<Row>: Sendable {
    associatedtype Row: RowModel

    mutating func begin(into bytes: inout [UInt8])
    mutating func row(_ row: Row, into bytes: inout [UInt8])
    mutating func end(into bytes: inout [UInt8])
}
