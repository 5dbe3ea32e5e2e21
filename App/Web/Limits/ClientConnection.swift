import NIOCore
import Synchronization

/// An open connection as all threads see it.
final class ClientConnection: Sendable {
    let channel: any Channel
    private let asked: Atomic<UInt64>
    private let busy = Atomic(false)
    private let reading = Mutex(Reading())

    private struct Reading {
        var isLeft = false
        var breakOff: (@Sendable () -> Void)?
    }

    init(_ channel: any Channel) {
        self.channel = channel
        // The first bit sets apart those who asked once: whoever never did goes before them, the oldest first.
        asked = Atomic(NIODeadline.now().uptimeNanoseconds)
    }

    /// Whether it is being answered; one that has not asked to the end may be closed to make room.
    var isBusy: Bool {
        get { busy.load(ordering: .relaxed) }
        set { busy.store(newValue, ordering: .relaxed) }
    }
    /// When it last asked something; before all others where it never did.
    var lastAsked: UInt64 { asked.load(ordering: .relaxed) }

    func ask(isBusy: Bool) {
        self.isBusy = isBusy
        asked.store(NIODeadline.now().uptimeNanoseconds | 1 << 63, ordering: .relaxed)
    }

    /// Runs what reads for the other end, and breaks it off when that leaves.
    func read<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Task { try await body() }
        let isLeft = reading.withLock { reading in
            reading.breakOff = { task.cancel() }
            return reading.isLeft
        }
        if isLeft { task.cancel() }
        defer { reading.withLock { $0.breakOff = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Notes that the other end says no more, and reads no more.
    func leave() {
        let breakOff = reading.withLock { reading in
            reading.isLeft = true
            return reading.breakOff
        }
        breakOff?()
    }
}
