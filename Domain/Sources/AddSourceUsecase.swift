public import Foundation

/// Adds a source with a valid name and an address that no other source has.
public struct AddSourceUsecase: Sendable {
    private let repository: any SourceRepository
    private let credentials: any SourceCredentialsRepository
    private let now: @Sendable () -> Date
    private let signIn: @Sendable (Source, SourceCredentials) async throws -> SourceCheck
    private let prepare: @Sendable (Source) throws -> Source

    /// `signIn` tries the credentials of a new source, and throws `SourceError.signInRefused` for wrong ones. `prepare`
    /// returns a source as it is stored, such as with an absolute path. It throws `SourceError` for a source that no
    /// remote repository can read, and `SourceFailure` unless the path of a folder leads to one.
    public init(
        repository: any SourceRepository, credentials: any SourceCredentialsRepository,
        now: @escaping @Sendable () -> Date,
        signIn: @escaping @Sendable (Source, SourceCredentials) async throws -> SourceCheck = { _, _ in
            .found(program: "", version: "")
        },
        prepare: @escaping @Sendable (Source) throws -> Source
    ) {
        self.repository = repository
        self.credentials = credentials
        self.now = now
        self.signIn = signIn
        self.prepare = prepare
    }

    /// Adds a source and returns it. Without a name, it has the name of its host or folder.
    ///
    /// `playlists` is the address of its playlists. The address that is stored contains the user, and the secret is
    /// stored apart from the library. A source to which Fermata signs in is checked at once, and `checked` receives the
    /// result; one that cannot be reached is added as well. Throws `SourceError`, such as `.alreadyExists`,
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
        guard let new else {
            try await repository.add(source)
            return source
        }
        checked(try await self.signIn(source, new))
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

/// The result of signing in to a source before it is added.
public enum SourceCheck: Equatable, Sendable {
    /// The source accepts the credentials. It states the name and the version of its program, or empty texts.
    case found(program: String, version: String)
    /// The credentials could not be checked.
    case unreachable(SourceFailure)
}
