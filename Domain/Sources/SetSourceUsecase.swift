/// Changes a source; its music, bookmarks and ids stay.
public struct SetSourceUsecase: Sendable {
    /// What changes; nil leaves a value as it is.
    public struct Changes: Equatable, Sendable {
        public var name: String?
        public var address: String?
        public var playlists: Playlists?

        public init(name: String? = nil, address: String? = nil, playlists: Playlists? = nil) {
            self.name = name
            self.address = address
            self.playlists = playlists
        }
    }

    /// Where the source's playlists are read from after the change; `removed` for nowhere.
    public enum Playlists: Equatable, Sendable {
        case removed
        case address(String)
    }

    private let sources: GetSourcesUsecase
    private let repository: any SourceRepository
    private let prepare: @Sendable (Source) throws -> Source

    /// `prepare` returns a source as it is stored and throws `SourceError` for one that no remote repository can read.
    public init(
        repository: any SourceRepository, listener: Listener, prepare: @escaping @Sendable (Source) throws -> Source
    ) {
        sources = GetSourcesUsecase(repository: repository, listener: listener)
        self.repository = repository
        self.prepare = prepare
    }

    /// Returns the source as it is after the change.
    ///
    /// Throws `SourceError.notFound`, `.alreadyExists` for a new name that is taken, `.addressInUse` for a new address that
    /// another source has, or another `SourceError`, each before anything changes.
    public func execute(_ name: String, _ changes: Changes) async throws -> Source {
        var source = try await sources.find(name)
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
        source = try prepare(source)
        if changes.address != nil {
            try await repository.sources().filter { $0.name != name }.check(addressOf: source)
        }
        try await repository.update(name, to: source)
        return source
    }
}
