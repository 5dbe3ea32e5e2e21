public import Foundation

/// Remembers a new source, where its name and address can be used.
public struct AddSourceUsecase: Sendable {
    private static let longestName = 64
    private let repository: any SourceRepository
    private let now: @Sendable () -> Date
    private let check: @Sendable (Source) throws -> Void

    /// `check` throws where nothing can read the source.
    public init(
        repository: any SourceRepository, now: @escaping @Sendable () -> Date,
        check: @escaping @Sendable (Source) throws -> Void
    ) {
        self.repository = repository
        self.now = now
        self.check = check
    }

    /// `playlists` is where its playlists are read from. Without a name, the source is called after its address's host.
    ///
    /// Throws `SourceError`.
    public func execute(kind: String, address: String, playlists: String? = nil, name: String?) async throws -> Source {
        let name = name ?? URL(string: address)?.host() ?? address
        let isPrintable = name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: scalar != ","
            }
        }
        guard isPrintable, (1...Self.longestName).contains(name.count),
            name == name.trimmingCharacters(in: .whitespaces)
        else {
            throw SourceError.invalidName(limit: Self.longestName)
        }
        let source = Source(name: name, kind: kind, address: address, playlists: playlists, added: now())
        try check(source)
        try await repository.add(source)
        return source
    }
}
