public import Foundation

/// The accounts of the library, and their secrets.
///
/// Passwords are stored encrypted, because apps prove with a digest that they know one; of API keys, only digests are
/// stored. Each change is durable when its method returns.
public protocol AccountRepository: Sendable {
    /// Returns all accounts in the order they were added.
    func accounts() async throws -> [Account]

    /// Adds the account that `make` returns for the other ones, without keys, and with a password if there is one.
    /// Returns the account. No other account is added meanwhile.
    ///
    /// Throws `AccountError.nameInUse` if another account has the name.
    func add(
        _ name: AccountName, password: String?, as make: @escaping @Sendable (_ others: [Account]) -> Account
    ) async throws -> Account

    /// Removes an account with its password and its keys. No account is added or changed meanwhile.
    ///
    /// Throws `AccountError.notFound`, and before any change what `check` throws.
    func remove(
        _ name: AccountName, after check: @escaping @Sendable (_ others: [Account]) throws -> Void
    ) async throws

    /// Changes the age and the role of an account as `change` does, and replaces its password if there is one. Returns
    /// the account. No account is added or changed meanwhile.
    ///
    /// Throws `AccountError.notFound` and what `change` throws, before any change.
    func change(
        _ name: AccountName, password: String?,
        by change: @escaping @Sendable (_ account: inout Account, _ others: [Account]) throws -> Void
    ) async throws -> Account

    /// Adds a key by which apps find the account. Throws `AccountError.notFound`.
    func addKey(_ key: String, to name: AccountName) async throws

    /// Removes all keys of an account. Throws `AccountError.notFound`.
    func removeKeys(of name: AccountName) async throws

    /// Returns an account with its password; nil if there is no such account.
    func secret(of name: AccountName) async throws -> AccountSecret?

    /// Returns the account with a key; nil if no account has it.
    func account(withKey key: String) async throws -> Account?

    /// Returns a text that shows an account until a time, or until another password is set. It cannot be made without the
    /// secrets of the repository, and a cookie may contain it (RFC 6265, 4.1.1).
    ///
    /// Throws `AccountError.notFound` for an unknown account, and `.wrongName` for one without a password.
    func makeSession(of name: AccountName, until end: Date) async throws -> String

    /// Returns the account that the text of a session shows at a time; nil if it shows none.
    func account(withSession session: String, at time: Date) async throws -> Account?
}

extension AccountRepository {
    /// Adds an account, whatever other ones there are.
    package func add(_ account: Account, _ name: AccountName, password: String?) async throws {
        _ = try await add(name, password: password) { _ in account }
    }

    /// Removes an account, whatever other ones there are. Throws `AccountError.notFound`.
    package func remove(_ name: AccountName) async throws { try await remove(name) { _ in } }

    /// Replaces the password of an account. Throws `AccountError.notFound`.
    package func setPassword(_ password: String, of name: AccountName) async throws {
        _ = try await change(name, password: password) { _, _ in }
    }
}

/// The libraries of the accounts that do not use the one that is served.
public protocol AccountLibraryRepository: Sendable {
    /// Removes a library with everything in it. Does nothing if there is none of this name.
    func remove(named name: String) async throws
}

/// An account and its password.
public struct AccountSecret: Equatable, Sendable {
    public var account: Account
    /// Nil without a password.
    public var password: String?

    public init(_ account: Account, password: String?) {
        (self.account, self.password) = (account, password)
    }
}
