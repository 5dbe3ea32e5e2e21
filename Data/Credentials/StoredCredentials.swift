import FermataDomain

/// The credentials of one source as the file contains them.
struct StoredCredentials: Codable {
    /// The address of the source, with its user.
    var address: String
    private var password: String?
    private var apiKey: String?
    private var allowsUnencryptedPassword: Bool?
    private var certificates: String?

    init(_ credentials: SourceCredentials, address: String) {
        self.address = address
        switch credentials.secret {
        case .password(let password): self.password = password
        case .apiKey(let key): apiKey = key
        }
        allowsUnencryptedPassword = credentials.allowsUnencryptedPassword ? true : nil
        certificates = credentials.certificates
    }

    /// Nil if a person has removed the secret from the file.
    var credentials: SourceCredentials? {
        guard let secret = apiKey.map({ .apiKey($0) }) ?? password.map({ SourceCredentials.Secret.password($0) }) else {
            return nil
        }
        return SourceCredentials(
            secret, allowsUnencryptedPassword: allowsUnencryptedPassword ?? false, certificates: certificates)
    }
}
