import FermataDomain
import Foundation

/// The credentials of one source as the file contains them.
struct StoredCredentials: Codable {
    /// The address of the source, with its user.
    var address: String
    private var password: String?
    private var apiKey: String?
    private var allowsUnencryptedPassword: Bool?
    private var certificates: String?
    /// The paths of the libraries with the source; nil if an earlier version has stored the credentials.
    private(set) var libraries: [String]?

    init(_ credentials: SourceCredentials, address: String, libraries: [String]?) {
        self.address = address
        self.libraries = libraries
        switch credentials.secret {
        case .password(let password): self.password = password
        case .apiKey(let key): apiKey = key
        }
        allowsUnencryptedPassword = credentials.allowsUnencryptedPassword ? true : nil
        certificates = credentials.certificates
    }

    /// The same credentials without a library; nil if no other library has the source.
    func without(_ library: String) -> StoredCredentials? {
        var rest = self
        rest.libraries = libraries?.filter { $0 != library && FileManager.default.fileExists(atPath: $0) }
        return rest.libraries?.isEmpty == false ? rest : nil
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
