import Testing

extension Program {
    /// Runs a command that changes a star on a server.
    ///
    /// If a busy machine does not send the change within the command's five seconds, a sync sends it.
    func changeStar(_ command: String) async throws {
        let outcome = try await run(command)
        #expect(outcome.code == 0, "\(outcome.errors)")
        guard outcome.errors.contains("Fermata sends it with the next sync.") else { return }
        let synced = try await run("sync")
        #expect(synced.code == 0, "\(synced.errors)")
    }
}
