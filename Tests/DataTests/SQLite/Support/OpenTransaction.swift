import GRDB

/// A connection that is in the middle of a change.
struct OpenTransaction {
    private let queue: DatabaseQueue

    init(path: String) throws {
        var configuration = Configuration.patient
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func end() throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
}
