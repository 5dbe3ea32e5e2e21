import FermataDomain
import Synchronization

/// Detects changes to a source, and other syncs of it, during a sync.
struct InMemorySyncConflictDetector {
    private let library: InMemoryMusicRepository
    private let source: Source
    /// The number of the latest sync that this one knows.
    private var syncNumber: Int
    private var isWriting = false
    /// Whether no other sync has written records of the source since this one began.
    private(set) var isOnlySync = true

    /// Throws `SourceError.notFound`.
    init(_ name: String, in library: InMemoryMusicRepository) throws {
        self.library = library
        source = try Self.source(name, in: library)
        syncNumber = library.state.withLock { $0.syncs[name, default: 0] }
    }

    /// Throws `SourceError.notFound` and `SourceError.changed`.
    func check() throws {
        let stored = try Self.source(source.name, in: library)
        guard (stored.address, stored.added) == (source.address, source.added) else {
            throw SourceError.changed(source.name)
        }
    }

    mutating func beginWriting() throws {
        try check()
        let stored = library.state.withLock { $0.syncs[source.name, default: 0] }
        if stored != syncNumber { isOnlySync = false }
        guard stored != syncNumber || !isWriting else { return }
        (syncNumber, isWriting) = (stored + 1, true)
        library.state.withLock { [syncNumber] in $0.syncs[source.name] = syncNumber }
    }

    private static func source(_ name: String, in library: InMemoryMusicRepository) throws -> Source {
        try library.state.withLock { state in
            guard let source = state.sources.first(where: { $0.name == name }) else {
                throw SourceError.notFound(name, known: state.sources.map(\.name).sorted())
            }
            return source
        }
    }
}
