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

/// The user and credentials that a person enters to sign in to a source.
public struct SourceSignIn: Sendable {
    /// Nil if the address contains the user, or if the secret is an API key.
    public var user: String?
    /// Returns the credentials. May ask a person for them, and throws if they cannot be read.
    public var credentials: @Sendable () throws -> SourceCredentials

    public init(user: String? = nil, _ credentials: SourceCredentials) {
        self.init(user: user) { credentials }
    }

    /// `credentials` is called at most once, after the name and the address were checked.
    public init(user: String? = nil, credentials: @escaping @Sendable () throws -> SourceCredentials) {
        self.user = user
        self.credentials = credentials
    }
}

extension SourceCredentials {
    /// The credentials with the permission and certificates of earlier ones for the same address.
    func inheriting(from earlier: SourceCredentials?) -> SourceCredentials {
        SourceCredentials(
            secret,
            allowsUnencryptedPassword: allowsUnencryptedPassword || earlier?.allowsUnencryptedPassword == true,
            certificates: certificates ?? earlier?.certificates)
    }
}

extension Source {
    /// Whether Fermata signs in to the source.
    public var signsIn: Bool { traits.contains(.signsIn) }

    /// Throws `SourceError` if Fermata cannot sign in to the source with these credentials.
    func check(_ credentials: SourceCredentials?) throws(SourceError) {
        guard signsIn else {
            if credentials != nil { throw .credentialsUnsupported(kind: kind) }
            return
        }
        switch credentials?.secret {
        case nil, .password("")?, .apiKey("")?: throw .secretMissing
        case .password?: if user == nil { throw .userMissing }
        case .apiKey?: break
        }
    }
}

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
