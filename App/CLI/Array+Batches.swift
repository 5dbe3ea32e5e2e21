import Synchronization

extension Array where Element: Sendable {
    /// All that is handed over in batches, such as the rows of one window.
    init(batches read: (@escaping @Sendable (Self) throws -> Void) async throws -> Void) async throws {
        let all = Mutex<Self>([])
        try await read { batch in all.withLock { $0 += batch } }
        self = all.withLock { $0 }
    }
}
