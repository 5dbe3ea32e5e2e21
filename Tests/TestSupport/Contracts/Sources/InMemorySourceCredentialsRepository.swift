public import FermataDomain
import Synchronization

/// Stores credentials in memory.
public final class InMemorySourceCredentialsRepository: SourceCredentialsRepository {
    private let stored: Mutex<[String: SourceCredentials]>

    /// `stored` has the credentials by the address of their source.
    public init(_ stored: [String: SourceCredentials] = [:]) {
        self.stored = Mutex(stored)
    }

    /// The credentials by the address of their source.
    public var all: [String: SourceCredentials] { stored.withLock { $0 } }

    public func credentials(for source: Source) async throws -> SourceCredentials? {
        stored.withLock { $0[source.address] }
    }

    public func set(_ credentials: SourceCredentials?, for source: Source) async throws {
        stored.withLock { $0[source.address] = credentials }
    }
}
