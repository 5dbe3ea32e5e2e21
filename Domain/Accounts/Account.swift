import Foundation

/// A person who uses the library through the server with a name and a secret.
public struct Account: Equatable, Sendable {
    public var name: String
    /// In years; nil for the age of the library's own listener.
    public var age: Int?
    /// Whether the person may start syncs and see the other accounts.
    public var isAdmin: Bool
    /// Whether the account has a password, which apps without API keys need.
    public var hasPassword: Bool
    public var keyCount: Int
    /// The name of the account's own library, with its bookmarks, ratings, plays, playlists and queue.
    ///
    /// Nil for the account that uses those of the library that is served.
    public var library: String?

    public init(
        name: String, age: Int? = nil, isAdmin: Bool = false, hasPassword: Bool = false, keyCount: Int = 0,
        library: String? = nil
    ) {
        (self.name, self.age, self.isAdmin, self.library) = (name, age, isAdmin, library)
        (self.hasPassword, self.keyCount) = (hasPassword, keyCount)
    }

    /// Whether the person adds, changes and removes the sources of the library: those of an own library are not the person's.
    public var managesSources: Bool { isAdmin && library == nil }

    /// Whether the person starts syncs: an administrator of the served library, and each of an own one.
    public var startsSyncs: Bool { isAdmin || library != nil }

    /// Whether a name is that of the account, in any case.
    public func hasName(_ name: String) -> Bool {
        guard let own = try? AccountName(self.name), let other = try? AccountName(name) else { return false }
        return own == other
    }

    /// The listener of the account; `owner` is that of the library, whose other values hold for each account.
    public func listener(of owner: Listener) -> Listener {
        var listener = owner
        listener.age = age ?? owner.age
        return listener
    }
}

/// The name of an account for comparison: names that differ only in case are one account.
public struct AccountName: Hashable, Sendable {
    /// The most bytes of a name in UTF-8.
    public static let limit = 100
    public let text: String
    package let key: String

    /// Drops white space around the name. Throws `AccountError.invalidName` for a blank or long one, and for one with
    /// control characters.
    public init(_ name: String) throws(AccountError) {
        text = name.trimmingCharacters(in: .whitespacesAndNewlines)
        let isVisible = text.unicodeScalars.allSatisfy { !CharacterSet.controlCharacters.contains($0) }
        guard !text.isEmpty, text.utf8.count <= Self.limit, isVisible else { throw .invalidName(limit: Self.limit) }
        key = text.precomposedStringWithCanonicalMapping.lowercased()
    }

    public static func == (lhs: AccountName, rhs: AccountName) -> Bool { lhs.key == rhs.key }

    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// An error about accounts.
public enum AccountError: Error, Equatable, Sendable {
    /// No account has this name.
    case notFound(String)
    /// Another account has this name.
    case nameInUse(String)
    /// The name is blank, has control characters, or is longer than the limit in bytes.
    case invalidName(limit: Int)
    /// The age is not in `Listener.ages`.
    case invalidAge
    /// The password is empty, has line ends, or is longer than the limit in bytes.
    case invalidPassword(limit: Int)
    /// The account of this name is the only administrator among several accounts.
    case lastAdministrator(String)
    /// The name or the password is wrong; the error does not say which.
    case wrongName
    /// Only an administrator may do that.
    case notAdministrator
    /// No account has the API key.
    case wrongKey
    /// The session of a browser has ended, or the password was set since it began.
    case sessionEnded
    /// So many attempts have failed that no other one counts for some time.
    case tooManyAttempts
    /// The library has no account yet.
    case noAccounts
    /// The file at this path, which the passwords are encrypted with, cannot be read or stored.
    case secretKey(path: String, StorageFailure)
    /// The passwords of the library were encrypted with another key than that at this path.
    case otherSecretKey(path: String)
}
