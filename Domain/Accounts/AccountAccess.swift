/// What a person may do with the accounts of the library.
public enum AccountAccess: Equatable, Sendable {
    /// The person at the computer that has the library, or one who knows the token of its server.
    case owner
    /// A person who has signed in.
    case account(Account)

    /// Whether the person may see, add and remove all accounts.
    public var isAdministrator: Bool {
        switch self {
        case .owner: true
        case .account(let account): account.isAdmin
        }
    }

    /// The accounts among all that the person may see.
    func visible(_ accounts: [Account]) -> [Account] {
        guard !isAdministrator, case .account(let own) = self else { return accounts }
        return accounts.filter { $0.hasName(own.name) }
    }

    /// Throws `AccountError.notAdministrator` unless the person may add and remove accounts.
    package func checkAdministration() throws(AccountError) {
        guard isAdministrator else { throw .notAdministrator }
    }

    /// Throws `AccountError.notAdministrator` unless the person may set the secrets of the account with a name.
    func checkSecrets(of name: String) throws(AccountError) {
        if case .account(let own) = self, own.hasName(name) { return }
        try checkAdministration()
    }
}
