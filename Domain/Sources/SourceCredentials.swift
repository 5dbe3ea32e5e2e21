/// The credentials with which this computer signs in to a source. Descriptions never contain the secret.
public struct SourceCredentials: Equatable, Sendable {
    /// The secret by which the server recognizes the user.
    public enum Secret: Equatable, Sendable {
        case password(String)
        /// A key that the server issued; it stands for the user as well.
        case apiKey(String)
    }

    public var secret: Secret
    /// Whether the password may be sent over an unencrypted connection if the server supports nothing else.
    public var allowsUnencryptedPassword: Bool
    /// The absolute path of a file with certificates (PEM) that are trusted in addition to those of the system.
    public var certificates: String?

    public init(_ secret: Secret, allowsUnencryptedPassword: Bool = false, certificates: String? = nil) {
        self.secret = secret
        self.allowsUnencryptedPassword = allowsUnencryptedPassword
        self.certificates = certificates
    }
}

extension SourceCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SourceCredentials(…)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SourceCredentials.Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Secret(…)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
