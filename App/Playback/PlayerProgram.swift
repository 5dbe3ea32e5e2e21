package import FermataDomain
package import FermataPresentation

/// The player of this program: it plays the queue, and other programs may control it.
package struct PlayerProgram: Sendable {
    package typealias Serve = @Sendable (_ body: @escaping @Sendable () async throws -> Void) async throws -> Void
    let session: PlayMusicUsecase
    /// Sends the plays to the sources that count them.
    let deliveries: DeliveryDataSource
    /// Lets other programs control the session while a body runs. Throws `PlayerError.alreadyRunning`.
    let serve: Serve

    package init(session: PlayMusicUsecase, deliveries: DeliveryDataSource, serve: @escaping Serve) {
        (self.session, self.deliveries, self.serve) = (session, deliveries, serve)
    }

    /// Runs the body while the queue can be played and plays are sent; then stores the position.
    func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await serve { [session, deliveries] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await session.execute() }
                // A play that cannot be sent now waits for the next sync, which reports errors.
                group.addTask { await deliveries.deliverContinuously { _ in } }
                let result: Result<Void, any Error>
                do { result = .success(try await body()) } catch { result = .failure(error) }
                group.cancelAll()
                try await group.waitForAll()
                try result.get()
            }
        }
    }
}
