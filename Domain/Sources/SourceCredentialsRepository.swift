/// The credentials of sources, stored on this computer and apart from the library.
public protocol SourceCredentialsRepository: Sendable {
    /// Returns the credentials for the address of a source; nil if none are stored.
    ///
    /// Throws `SourceError.credentials`.
    func credentials(for source: Source) async throws -> SourceCredentials?

    /// Stores the credentials for the address of a source durably, or removes those that no other library uses.
    ///
    /// Throws `SourceError.credentials`.
    func set(_ credentials: SourceCredentials?, for source: Source) async throws
}
