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
    /// Whether Fermata signs in to sources of this kind.
    public var signsIn: Bool { kind == Self.subsonicKind }

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
