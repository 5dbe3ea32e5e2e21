/// Changes of one kind that wait for sources, and how they are sent.
public struct Outbox: Sendable {
    /// Returns the sources for which changes wait, in the order they were added. Throws `LibraryError`.
    package let waiting: @Sendable () async throws -> [WaitingChanges]
    /// Sends the changes that wait for a source, if it accepts changes of this kind. Throws `SourceFailure`,
    /// `SourceError`, `LibraryError`, or `CancellationError` if the task was cancelled.
    package let send: @Sendable (Source) async throws -> Void

    /// Changed bookmarks. `remote` makes the repository of a source's stars; nil for a source without stars.
    public static func stars(
        _ stars: any StarRepository, remote: @escaping @Sendable (Source) throws -> (any RemoteStarRepository)?
    ) -> Outbox {
        Outbox(waiting: stars.waiting) { source in
            guard let remote = try remote(source) else { return }
            try await StarSender(stars: stars).send(to: source.name, through: remote)
        }
    }

    /// Plays. `remote` makes the repository that receives a source's plays; nil for a source that counts no plays.
    public static func scrobbles(
        _ scrobbles: any ScrobbleRepository,
        remote: @escaping @Sendable (Source) throws -> (any RemoteScrobbleRepository)?
    ) -> Outbox {
        Outbox(waiting: scrobbles.waiting) { source in
            guard let remote = try remote(source) else { return }
            try await SendScrobblesUsecase(scrobbles: scrobbles).execute(source.name, remote)
        }
    }
}
