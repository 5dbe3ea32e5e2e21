public import Foundation

/// Adds a source whose name and address can be used and whose address no other source has.
public struct AddSourceUsecase: Sendable {
    private let repository: any SourceRepository
    private let now: @Sendable () -> Date
    private let check: @Sendable (Source) throws -> Void

    /// `check` throws `SourceError` for a source that no remote repository can read.
    public init(
        repository: any SourceRepository, now: @escaping @Sendable () -> Date,
        check: @escaping @Sendable (Source) throws -> Void
    ) {
        self.repository = repository
        self.now = now
        self.check = check
    }

    /// Adds a source and returns it. Without a name, the host of its address is its name.
    ///
    /// `playlists` is the address of its playlists. Throws `SourceError`, such as `.alreadyExists` or `.addressInUse`.
    public func execute(kind: String, address: String, playlists: String? = nil, name: String?) async throws -> Source {
        let name = name ?? URL(string: address)?.host() ?? address
        try SourceName.check(name)
        let source = Source(name: name, kind: kind, address: address, playlists: playlists, added: now())
        if playlists?.isBlank == true { throw SourceError.invalidPlaylistAddress(.empty) }
        try check(source)
        try await repository.sources().check(addressOf: source)
        try await repository.add(source)
        return source
    }
}
