/// Why Fermata cannot sign in to a source.
public enum SignInFailure: String, Equatable, Codable, Sendable, CaseIterable {
    /// This computer has no credentials for the source.
    case noCredentials = "no-credentials"
    case wrongPassword = "wrong-password"
    case invalidAPIKey = "invalid-api-key"
    /// The server requires the password itself, and the connection is not encrypted.
    case needsEncryption = "needs-encryption"
    /// The server supports none of the ways in which Fermata can sign in.
    case unsupported
    /// The user may not do this on the server.
    case notAllowed = "not-allowed"
}
