import NIOCore
import Synchronization

/// The connections that are open: past a limit, those that say nothing make room for new ones.
final class ConnectionTable: Sendable {
    private let limit: Int
    private let open = Mutex<[ObjectIdentifier: ClientConnection]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a connection in, and closes the one that is least missed where there are too many. O(limit).
    func enter(_ connection: ClientConnection) {
        let leaving = open.withLock { open in
            open[ObjectIdentifier(connection.channel)] = connection
            guard open.count > limit else { return ClientConnection?.none }
            let idle = open.values.filter { !$0.isBusy && $0 !== connection }
            let leaving = idle.min { $0.lastAsked < $1.lastAsked } ?? connection
            open[ObjectIdentifier(leaving.channel)] = nil
            return leaving
        }
        leaving?.channel.close(promise: nil)
    }

    /// Lets a connection go that is closed.
    func leave(_ connection: ClientConnection) {
        open.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection.channel)) }
        connection.leave()
    }

    /// Runs what reads for whoever is connected by a channel, and breaks it off when they leave.
    func read<Value: Sendable>(
        for channel: any Channel, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let connection = open.withLock({ $0[ObjectIdentifier(channel)] }) else { throw CancellationError() }
        return try await connection.read(body)
    }
}
