public import Foundation

/// Adds a source with a valid name and an address that no other source has.
public struct AddSourceUsecase: Sendable {
    private let repository: any SourceRepository
    private let credentials: any SourceCredentialsRepository
    private let now: @Sendable () -> Date
    private let check: @Sendable (Source, SourceCredentials?) async throws -> SourceCheck?
    private let prepare: @Sendable (Source) throws -> Source

    /// `check` reads the beginning of a new source, or signs in to it, and throws `SourceError.signInRefused` for wrong
    /// credentials; it returns nil for a source that `prepare` has checked. `prepare` returns a source as it is stored,
    /// such as with an absolute path. It throws `SourceError` for a source that no remote repository can read, and
    /// `SourceFailure` unless the path of a folder leads to one.
    public init(
        repository: any SourceRepository, credentials: any SourceCredentialsRepository,
        now: @escaping @Sendable () -> Date,
        check: @escaping @Sendable (Source, SourceCredentials?) async throws -> SourceCheck? = { _, _ in nil },
        prepare: @escaping @Sendable (Source) throws -> Source
    ) {
        self.repository = repository
        self.credentials = credentials
        self.now = now
        self.check = check
        self.prepare = prepare
    }

    /// Adds a source and returns it. Without a name, it has the name of its host or folder.
    ///
    /// `playlists` is the address of its playlists. The address that is stored contains the user, and the secret is
    /// stored apart from the library. The source is checked at once, and `checked` receives the result; one that cannot be
    /// read is added as well. Throws `SourceError`, such as `.alreadyExists`,
    /// `.addressInUse`, `.secretMissing` or `.signInRefused`.
    public func execute(
        kind: String, address: String, playlists: String? = nil, name: String?, signIn: SourceSignIn? = nil,
        checked: @Sendable (SourceCheck) -> Void = { _ in }
    ) async throws -> Source {
        if let name { try SourceName.check(name) }
        if playlists?.isBlank == true { throw SourceError.invalidPlaylistAddress(.empty) }
        var source = Source(name: name ?? "", kind: kind, address: address, playlists: playlists, added: now())
        if let user = signIn?.user { source.setUser(user) }
        source = try prepare(source)
        source.name = name ?? SourceName.suggestion(for: source.address)
        try SourceName.check(source.name)
        let existing = try await repository.sources()
        try existing.check(addressOf: source)
        if existing.contains(where: { $0.name == source.name }) { throw SourceError.alreadyExists(source.name) }
        let new = try signIn?.credentials()
        try source.check(new)
        if let result = try await check(source, new) { checked(result) }
        guard let new else {
            try await repository.add(source)
            return source
        }
        // Another library may use the same server.
        let earlier = try await credentials.credentials(for: source)
        try await credentials.set(new, for: source)
        do {
            try await repository.add(source)
        } catch {
            try await credentials.set(earlier, for: source)
            throw error
        }
        return source
    }
}

/// What was found when a source was read or signed in to before it is added.
public enum SourceCheck: Equatable, Sendable {
    /// A music server accepts the credentials. It states the name and the version of its program, or empty texts.
    case server(program: String, version: String)
    /// The first song of a catalogue.
    case song(title: String, artist: String)
    /// The source could not be read now.
    case unreadable(SourceFailure)
}

extension RemoteMusicRepository {
    /// Reads a source up to its first valid song, and repeats no failed request.
    ///
    /// Throws `CancellationError`.
    public func check(_ source: Source) async throws -> SourceCheck {
        var rejected: RejectedRecord?
        do {
            for try await case .batch(let batch) in batches(since: nil) {
                rejected = rejected ?? batch.rejected.first
                for record in batch.records {
                    do {
                        let song = try record.read()
                        return .song(title: song.title, artist: song.artist)
                    } catch let error as RejectedRecord {
                        rejected = rejected ?? error
                    }
                }
            }
        } catch let failure as SourceFailure {
            return .unreadable(failure)
        }
        try Task.checkCancellation()
        let failure = rejected.map { ContentFailure.noValidRecords(first: $0) } ?? .noRecords
        return .unreadable(SourceFailure(.content(failure), address: source.shownAddress))
    }
}
