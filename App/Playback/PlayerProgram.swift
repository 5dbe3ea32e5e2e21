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
    /// Lets the desktop control the session until the task is cancelled. Throws an error without a session bus.
    let serveDesktop: @Sendable () async throws -> Void
    /// Throws `PlayerError.notInstalled` if nothing could be played.
    let check: @Sendable () throws -> Void

    package init(
        session: PlayMusicUsecase, deliveries: DeliveryDataSource,
        serveDesktop: @escaping @Sendable () async throws -> Void = {},
        check: @escaping @Sendable () throws -> Void = {}, serve: @escaping Serve
    ) {
        (self.session, self.deliveries, self.serve, self.serveDesktop) = (session, deliveries, serve, serveDesktop)
        self.check = check
    }

    /// Runs the body while the queue can be played and plays are sent; then stores the position.
    ///
    /// Calls `desktopFailed` if there is no desktop that can control the session.
    func run(
        desktopFailed: @escaping @Sendable () -> Void = {}, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await serve { [session, deliveries, serveDesktop] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await session.execute() }
                // A play that cannot be sent now waits for the next sync, which reports errors.
                group.addTask { await deliveries.deliverContinuously { _ in } }
                group.addTask {
                    do { try await serveDesktop() } catch { if !Task.isCancelled { desktopFailed() } }
                }
                let result: Result<Void, any Error>
                do { result = .success(try await body()) } catch { result = .failure(error) }
                group.cancelAll()
                try await group.waitForAll()
                try result.get()
            }
        }
    }
}
