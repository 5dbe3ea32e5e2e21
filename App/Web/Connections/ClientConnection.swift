import NIOCore
import Synchronization

/// The state of an open connection, shared by all threads.
final class ClientConnection: Sendable {
    let channel: any Channel
    private let requestTime: Atomic<UInt64>
    private let busy = Atomic(false)
    private let query = Mutex(Query())

    private struct Query {
        var isDisconnected = false
        var cancel: (@Sendable () -> Void)?
    }

    init(_ channel: any Channel) {
        self.channel = channel
        // The highest bit marks connections that have completed a request: others sort first, the oldest of all.
        requestTime = Atomic(channel.eventLoop.now.uptimeNanoseconds)
    }

    /// Whether a response is being prepared or sent. Connections that are not busy can be closed to make room.
    var isBusy: Bool {
        get { busy.load(ordering: .relaxed) }
        set { busy.store(newValue, ordering: .relaxed) }
    }
    /// A value that orders connections by their last complete request, those without any first.
    var lastRequest: UInt64 { requestTime.load(ordering: .relaxed) }

    /// Records that a request has arrived completely.
    func receivedRequest(isBusy: Bool) {
        self.isBusy = isBusy
        requestTime.store(channel.eventLoop.now.uptimeNanoseconds | 1 << 63, ordering: .relaxed)
    }

    /// Runs a query for the client, and cancels it when the client disconnects.
    func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Task { try await body() }
        let isDisconnected = query.withLock { query in
            query.cancel = { task.cancel() }
            return query.isDisconnected
        }
        if isDisconnected { task.cancel() }
        defer { query.withLock { $0.cancel = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Records that the client sends and reads no more, and cancels its query.
    func disconnect() {
        let cancel = query.withLock { query in
            query.isDisconnected = true
            return query.cancel
        }
        cancel?()
    }
}
