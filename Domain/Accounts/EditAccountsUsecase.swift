import Foundation

/// Adds, changes and removes the accounts of the library.
///
/// Each method returns once the change is durable, and throws `AccountError` before any change.
public struct EditAccountsUsecase: Sendable {
    /// The most bytes of a password in UTF-8.
    public static let passwordLimit = 1_000
    /// The number of digits in the name of an account's library.
    private static let libraryDigits = 16
    private let repository: any AccountRepository
    private let libraries: any AccountLibraryRepository
    private let randomKey: @Sendable () -> String
    private var access = AccountAccess.owner

    /// `randomKey` makes a key of letters and digits that cannot be guessed.
    public init(
        repository: any AccountRepository, libraries: any AccountLibraryRepository,
        randomKey: @escaping @Sendable () -> String
    ) {
        (self.repository, self.libraries, self.randomKey) = (repository, libraries, randomKey)
    }

    /// The same changes, as far as a person may make them; the others throw `AccountError.notAdministrator`.
    public func limited(to access: AccountAccess) -> EditAccountsUsecase {
        var limited = self
        limited.access = access
        return limited
    }

    /// Adds an account. The first one is an administrator, because there is no other one, and uses the library that is
    /// served; each other one has a library of its own.
    public func add(_ name: String, age: Int?, isAdmin: Bool, password: String?) async throws -> Account {
        try access.checkAdministration()
        let name = try AccountName(name)
        try Self.check(age)
        if let password { try Self.check(password) }
        return try await repository.add(name, password: password) { [randomKey] others in
            Account(
                name: name.text, age: age, isAdmin: isAdmin || others.isEmpty, hasPassword: password != nil,
                library: others.isEmpty ? nil : String(randomKey().prefix(Self.libraryDigits)))
        }
    }

    /// Removes an account with its secrets and its own library, unless it is the only administrator of others.
    ///
    /// Asks `confirm` about the account first, and returns whether it was removed.
    public func remove(_ name: String, confirm: (Account) async throws -> Bool) async throws -> Bool {
        try access.checkAdministration()
        let accounts = try await repository.accounts()
        let name = try AccountName(name)
        guard let account = accounts.first(where: { $0.hasName(name.text) }) else {
            throw AccountError.notFound(name.text)
        }
        let check: @Sendable ([Account]) throws -> Void = { others in
            guard others.isEmpty || others.contains(where: \.isAdmin) else {
                throw AccountError.lastAdministrator(name.text)
            }
        }
        try check(accounts.filter { !$0.hasName(name.text) })
        guard try await confirm(account) else { return false }
        // Another administrator may have become a listener meanwhile.
        try await repository.remove(name, after: check)
        // Without its account, no one can use the library; a failure leaves files only.
        if let library = account.library { try await libraries.remove(named: library) }
        return true
    }

    /// Changes an account and returns it. There is always an administrator. With another password, browsers and apps
    /// have to sign in again.
    public func change(_ name: String, by edit: AccountEdit) async throws -> Account {
        if edit.changesRule { try access.checkAdministration() } else { try access.checkSecrets(of: name) }
        if let age = edit.age { try Self.check(age) }
        if let password = edit.password { try Self.check(password) }
        let name = try AccountName(name)
        return try await repository.change(name, password: edit.password) { account, others in
            guard edit.isAdmin != false || others.contains(where: \.isAdmin) else {
                throw AccountError.lastAdministrator(account.name)
            }
            edit.apply(to: &account)
        }
    }

    /// Adds an API key to an account and returns it; the library cannot show it again.
    public func addKey(to name: String) async throws -> String {
        try access.checkSecrets(of: name)
        let key = randomKey()
        try await repository.addKey(key, to: try AccountName(name))
        return key
    }

    /// Removes all API keys of an account.
    public func removeKeys(of name: String) async throws {
        try access.checkSecrets(of: name)
        try await repository.removeKeys(of: try AccountName(name))
    }

    private static func check(_ age: Int?) throws(AccountError) {
        if let age, !Listener.ages.contains(age) { throw .invalidAge }
    }

    private static func check(_ password: String) throws(AccountError) {
        let hasLineEnd = password.unicodeScalars.contains { CharacterSet.newlines.contains($0) }
        guard !password.isEmpty, password.utf8.count <= passwordLimit, !hasLineEnd else {
            throw .invalidPassword(limit: passwordLimit)
        }
    }
}

/// Changes of an account; nil leaves a value unchanged.
public struct AccountEdit: Equatable, Sendable {
    /// The new age in years; `.some(nil)` is that of the library's own listener.
    public var age: Int??
    public var isAdmin: Bool?
    public var password: String?

    public init(age: Int?? = nil, isAdmin: Bool? = nil, password: String? = nil) {
        (self.age, self.isAdmin, self.password) = (age, isAdmin, password)
    }

    /// Whether the edit changes what the account may see and do.
    var changesRule: Bool { age != nil || isAdmin != nil }

    fileprivate func apply(to account: inout Account) {
        if let age { account.age = age }
        if let isAdmin { account.isAdmin = isAdmin }
    }
}

/// Gets the accounts of the library.
public struct GetAccountsUsecase: Sendable {
    private let repository: any AccountRepository
    private var access = AccountAccess.owner

    public init(repository: any AccountRepository) { self.repository = repository }

    /// The same accounts, as far as a person may see them.
    public func limited(to access: AccountAccess) -> GetAccountsUsecase {
        var limited = self
        limited.access = access
        return limited
    }

    /// Returns the accounts in the order they were added.
    public func execute() async throws -> [Account] { access.visible(try await repository.accounts()) }

    /// Returns the account with a name in any case. Throws `AccountError.notFound`.
    public func find(_ name: String) async throws -> Account {
        guard let account = try await execute().first(where: { $0.hasName(name) }) else {
            throw AccountError.notFound(name)
        }
        return account
    }
}
