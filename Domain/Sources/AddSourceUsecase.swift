public import Foundation

/// Adds a source whose name and address can be used and whose address no other source has.
public struct AddSourceUsecase: Sendable {
    private let repository: any SourceRepository
    private let now: @Sendable () -> Date
    private let prepare: @Sendable (Source) throws -> Source

    /// `prepare` returns a source as it is stored, such as with an absolute path. It throws `SourceError` for a source that
    /// no remote repository can read.
    public init(
        repository: any SourceRepository, now: @escaping @Sendable () -> Date,
        prepare: @escaping @Sendable (Source) throws -> Source
    ) {
        self.repository = repository
        self.now = now
        self.prepare = prepare
    }

    /// Adds a source and returns it. Without a name, it has the name of its host or folder.
    ///
    /// `playlists` is the address of its playlists. Throws `SourceError`, such as `.alreadyExists` or `.addressInUse`.
    public func execute(kind: String, address: String, playlists: String? = nil, name: String?) async throws -> Source {
        if let name { try SourceName.check(name) }
        if playlists?.isBlank == true { throw SourceError.invalidPlaylistAddress(.empty) }
        var source = try prepare(
            Source(name: name ?? "", kind: kind, address: address, playlists: playlists, added: now()))
        source.name = name ?? SourceName.suggestion(for: source.address)
        try SourceName.check(source.name)
        try await repository.sources().check(addressOf: source)
        try await repository.add(source)
        return source
    }
}
