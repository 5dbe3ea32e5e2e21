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
    /// such as with an absolute path, and may name one without a name. It throws `SourceError` for a source that no
    /// remote repository can read, and `SourceFailure` unless the path of a folder leads to one.
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
    /// stored apart from the library. Credentials are checked at once; a catalogue is read only if `checked` receives
    /// what was found. A source that cannot be read is added as well. Throws `SourceError`, such as `.alreadyExists`,
    /// `.addressInUse`, `.secretMissing` or `.signInRefused`.
    public func execute(
        kind: String, address: String, playlists: String? = nil, name: String?, signIn: SourceSignIn? = nil,
        checked: (@Sendable (SourceCheck, Source) -> Void)? = nil
    ) async throws -> Source {
        if let name { try SourceName.check(name) }
        if playlists?.isBlank == true { throw SourceError.invalidPlaylistAddress(.empty) }
        var source = Source(name: name ?? "", kind: kind, address: address, playlists: playlists, added: now())
        if let user = signIn?.user { source.setUser(user) }
        source = try prepare(source)
        if let name { source.name = name }
        if source.name.isEmpty { source.name = SourceName.suggestion(for: source.address) }
        try SourceName.check(source.name)
        let existing = try await repository.sources()
        try existing.check(addressOf: source)
        if existing.contains(where: { $0.name == source.name }) { throw SourceError.alreadyExists(source.name) }
        let new = try signIn?.credentials()
        try source.check(new)
        let result = new == nil && checked == nil ? nil : try await check(source, new)
        try await store(source, with: new)
        if let result { checked?(result, source) }
        return source
    }

    private func store(_ source: Source, with new: SourceCredentials?) async throws {
        guard let new else { return try await repository.add(source) }
        // Another library may use the same server.
        let earlier = try await credentials.credentials(for: source)
        try await credentials.set(new, for: source)
        do {
            try await repository.add(source)
        } catch {
            try await credentials.set(earlier, for: source)
            throw error
        }
    }
}

/// What was found when a new source was read or signed in to.
public enum SourceCheck: Equatable, Sendable {
    /// A music server accepts the credentials. It states the name and the version of its program, or empty texts.
    case server(program: String, version: String)
    /// The first song of a catalogue that the listener may see.
    case song(title: String, artist: String)
    /// A catalogue whose first songs the listener may not see.
    case songs
    /// A catalogue whose first records are invalid.
    case rejected(RejectedRecord)
    /// No song of a catalogue arrived within this time.
    case late(Duration)
    /// The source could not be read now.
    case unreadable(SourceFailure)
}
