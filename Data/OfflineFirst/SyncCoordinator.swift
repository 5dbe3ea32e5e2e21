import FermataDomain

/// Combines concurrent sync requests into one sync, and cancels it after its last caller has left.
actor SyncCoordinator {
    private var running: (work: Task<[SyncResult], any Error>, waiting: Int)?

    func run(_ work: @escaping @Sendable () async throws -> [SyncResult]) async throws -> [SyncResult] {
        let task = join(work)
        return try await withTaskCancellationHandler {
            defer { leave(task) }
            return try await task.value
        } onCancel: {
            Task { await self.cancelled(task) }
        }
    }

    private func join(_ work: @escaping @Sendable () async throws -> [SyncResult]) -> Task<
        [SyncResult], any Error
    > {
        if let running, !running.work.isCancelled {
            self.running?.waiting += 1
            return running.work
        }
        let task = Task(operation: work)
        running = (task, 1)
        return task
    }

    private func leave(_ task: Task<[SyncResult], any Error>) {
        if running?.work == task { running = nil }
    }

    private func cancelled(_ task: Task<[SyncResult], any Error>) {
        guard let running, running.work == task else { return }
        self.running?.waiting -= 1
        if running.waiting == 1 { task.cancel() }
    }
}
