import Testing

extension Program {
    /// Runs a command that changes a star on a server, and returns its messages.
    ///
    /// If a busy machine does not send the change within the command's five seconds, a sync sends it.
    @discardableResult
    func changeStar(_ command: String) async throws -> [Substring] {
        let outcome = try await run(command)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let messages = outcome.errors.split(separator: "\n")
        let others = messages.filter { !$0.contains("Fermata sends it with the next sync.") }
        if others.count < messages.count {
            let synced = try await run("sync")
            #expect(synced.code == 0, "\(synced.errors)")
        }
        return others
    }
}
