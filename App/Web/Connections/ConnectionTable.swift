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
