public import FermataDomain
import Synchronization

/// The health of a library in memory.
public final class InMemoryLibraryHealthRepository: LibraryHealthRepository {
    private let stored = Mutex<LibraryHealth?>(nil)

    public init() {}

    public func health() -> LibraryHealth? { stored.withLock { $0 } }
    public func store(_ health: LibraryHealth) { stored.withLock { $0 = health } }
}
