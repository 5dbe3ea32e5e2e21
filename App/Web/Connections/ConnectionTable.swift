import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The open connections. Beyond the limit, an idle connection is closed for each new one.
package final class ConnectionTable: Sendable {
    private let limit: Int
    private let open = Mutex<[ObjectIdentifier: ClientConnection]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a connection. Beyond the limit, closes the idle one whose last request is the oldest. O(limit).
    func add(_ connection: ClientConnection) {
        let surplus = open.withLock { open in
            open[ObjectIdentifier(connection.channel)] = connection
            guard open.count > limit else { return ClientConnection?.none }
            let idle = open.values.filter { !$0.isBusy && $0 !== connection }
            let surplus = idle.min { $0.lastRequest < $1.lastRequest } ?? connection
            open[ObjectIdentifier(surplus.channel)] = nil
            return surplus
        }
        surplus?.channel.close(promise: nil)
    }

    /// Removes a closed connection.
    func remove(_ connection: ClientConnection) {
        open.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection.channel)) }
        connection.disconnect()
    }

    /// Runs a query for the client of a channel, and cancels it when the client disconnects.
    func run<Value: Sendable>(
        for channel: any Channel, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let connection = open.withLock({ $0[ObjectIdentifier(channel)] }) else { throw CancellationError() }
        return try await connection.run(body)
    }
}

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

/// Cancels the query of a client that disconnects. Changes run to their end.
struct DisconnectCancellation<Responder: HTTPResponder>: HTTPResponder where Responder.Context == WebContext {
    /// The connections of the server; nil without a socket, where queries run to their end.
    let connections: ConnectionTable?
    let next: Responder

    func respond(to request: Request, context: WebContext) async throws -> Response {
        guard let connections, request.method == .get || request.method == .head else {
            return try await next.respond(to: request, context: context)
        }
        return try await connections.run(for: context.channel) { [next] in
            try await next.respond(to: request, context: context)
        }
    }
}
