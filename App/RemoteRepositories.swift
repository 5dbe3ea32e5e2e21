import FermataDomain

/// The kinds of source that there are, by the word that a person adds one with.
struct RemoteRepositories: Sendable {
    typealias Factory = @Sendable (Source) throws -> any RemoteMusicRepository
    private let factories: [String: Factory]

    init(_ factories: [String: Factory]) {
        self.factories = factories
    }

    /// Throws `LibraryError.badSource` for a kind that is not known, or what the repository says of the address.
    func repository(for source: Source) throws -> any RemoteMusicRepository {
        guard let factory = factories[source.kind] else {
            let known = factories.keys.sorted().joined(separator: ", ")
            throw LibraryError.badSource(reason: "there is no kind of source “\(source.kind)”; there is \(known)")
        }
        return try factory(source)
    }
}
