/// Changes a source; its music, bookmarks and ids stay.
public struct SetSourceUsecase: Sendable {
    /// The new values; nil leaves a value unchanged.
    public struct Changes: Equatable, Sendable {
        public var name: String?
        public var address: String?
        public var playlists: Playlists?
        public var user: String?
        /// Whether the source has no user from now on, which requires an API key.
        public var removesUser: Bool
        public var credentials: SourceCredentials?

        public init(
            name: String? = nil, address: String? = nil, playlists: Playlists? = nil, user: String? = nil,
            removesUser: Bool = false, credentials: SourceCredentials? = nil
        ) {
            self.name = name
            self.address = address
            self.playlists = playlists
            self.user = user
            self.removesUser = removesUser
            self.credentials = credentials
        }
    }

    /// The new address of the source's playlists, or `removed`.
    public enum Playlists: Equatable, Sendable {
        case removed
        case address(String)
    }

    private let sources: GetSourcesUsecase
    private let repository: any SourceRepository
    private let credentials: any SourceCredentialsRepository
    private let prepare: @Sendable (Source) throws -> Source

    /// `prepare` returns a source as it is stored and throws `SourceError` for one that no remote repository can read.
    public init(
        repository: any SourceRepository, credentials: any SourceCredentialsRepository, listener: Listener,
        prepare: @escaping @Sendable (Source) throws -> Source
    ) {
        sources = GetSourcesUsecase(repository: repository, listener: listener)
        self.repository = repository
        self.credentials = credentials
        self.prepare = prepare
    }

    /// Returns the source as it is after the change.
    ///
    /// A new address has the user of the earlier one, unless the changes contain another. The credentials stay only for
    /// the same user of the same server: another server must not receive them. Throws `SourceError` and changes
    /// nothing: `.secretMissing` if new credentials are needed, `.notFound`, `.alreadyExists` if another source has the
    /// new name, `.addressInUse` if another source has the new address, or another case.
    public func execute(_ name: String, _ changes: Changes) async throws -> Source {
        let before = try await sources.find(name)
        let source = try prepare(try changed(before, changes))
        if changes.removesUser, changes.credentials == nil { throw SourceError.secretMissing }
        if source.address != before.address {
            try await repository.sources().filter { $0.name != name }.check(addressOf: source)
        }
        try await update(before, to: source, changes.credentials)
        return source
    }

    /// Whether Fermata signs in to the source with an API key, rather than a user's password, after the changes.
    ///
    /// Without another user, the kind of the stored secret stays. Throws `SourceError`.
    public func usesAPIKey(_ name: String, after changes: Changes) async throws -> Bool {
        let before = try await sources.find(name)
        let source = try changed(before, changes)
        guard source.signsIn, let user = source.user else { return source.signsIn }
        guard changes.user == nil, user == before.user else { return false }
        if case .apiKey? = try await credentials.credentials(for: before)?.secret { return true }
        return false
    }

    private func changed(_ before: Source, _ changes: Changes) throws -> Source {
        var source = before
        if let name = changes.name {
            try SourceName.check(name)
            source.name = name
        }
        if let address = changes.address { source.address = address }
        switch changes.playlists {
        case nil: break
        case .removed?: source.playlists = nil
        case .address(let address)? where address.isBlank: throw SourceError.invalidPlaylistAddress(.empty)
        case .address(let address)?: source.playlists = address
        }
        if source.signsIn {
            if changes.removesUser {
                source.setUser(nil)
            } else if let user = changes.user ?? (source.user == nil ? before.user : nil) {
                source.setUser(user)
            }
        } else if changes.user != nil || changes.removesUser {
            throw SourceError.credentialsUnsupported(kind: source.kind)
        }
        return source
    }

    /// Stores the credentials for the new address before the source changes, and removes the earlier ones after.
    private func update(_ before: Source, to source: Source, _ new: SourceCredentials?) async throws {
        if let new { try source.check(new) }
        let isMoved = source.address != before.address
        guard source.signsIn, new != nil || isMoved else {
            return try await repository.update(before.name, to: source)
        }
        let earlier = try await credentials.credentials(for: before)
        let isSame = source.user == before.user && SourceAddress(source.address).isServer(of: before.address)
        if earlier != nil, new == nil, !isSame { throw SourceError.secretMissing }
        // Another library may use the server of the new address.
        let replaced = try await credentials.credentials(for: source)
        let stored = isSame ? new?.inheriting(from: earlier) ?? earlier : new
        if let stored { try await credentials.set(stored, for: source) }
        do {
            try await repository.update(before.name, to: source)
        } catch {
            if stored != nil { try await credentials.set(replaced, for: source) }
            throw error
        }
        if isMoved { try await credentials.set(nil, for: before) }
    }
}
