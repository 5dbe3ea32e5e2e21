public import FermataDomain

/// Lists and changes the accounts of the library.
public struct AccountsDataSource: Sendable {
    private let getAccounts: GetAccountsUsecase
    private let edit: EditAccountsUsecase

    public init(getAccounts: GetAccountsUsecase, edit: EditAccountsUsecase) {
        (self.getAccounts, self.edit) = (getAccounts, edit)
    }

    /// The same accounts and changes, as far as a person may see and make them.
    public func limited(to access: AccountAccess) -> AccountsDataSource {
        AccountsDataSource(getAccounts: getAccounts.limited(to: access), edit: edit.limited(to: access))
    }

    /// The accounts in the order they were added.
    public func accounts() async throws -> [AccountCellModel] {
        try await getAccounts.execute().map { AccountCellModel($0) }
    }

    /// The account with a name in any case. Throws `AccountError.notFound`.
    public func find(_ name: String) async throws -> AccountCellModel {
        AccountCellModel(try await getAccounts.find(name))
    }

    /// Adds an account, and returns its row. Throws `AccountError`.
    public func add(_ name: String, age: Int?, isAdmin: Bool, password: String?) async throws -> AccountCellModel {
        AccountCellModel(try await edit.add(name, age: age, isAdmin: isAdmin, password: password))
    }

    /// Removes an account unless `confirm` rejects the question, and returns the message about it. Throws
    /// `AccountError`.
    public func remove(_ name: String, confirm: (_ question: String) async throws -> Bool) async throws -> String {
        let isRemoved = try await edit.remove(name) { account in
            try await confirm(AccountCellModel(account).removalQuestion)
        }
        return isRemoved ? "Removed “\(name)”." : "“\(name)” was not removed."
    }

    /// Replaces the password of an account, and returns the message about it. Throws `AccountError`.
    public func setPassword(_ password: String, of name: String) async throws -> String {
        _ = try await edit.change(name, by: AccountEdit(password: password))
        return "“\(name)” has a new password. Browsers and apps that use the old one have to sign in again."
    }

    /// Changes an account, and returns its row. Throws `AccountError`.
    public func change(_ name: String, by edit: AccountEdit) async throws -> AccountCellModel {
        AccountCellModel(try await self.edit.change(name, by: edit))
    }

    /// Adds an API key to an account and returns it. Throws `AccountError`.
    public func addKey(to name: String) async throws -> String { try await edit.addKey(to: name) }

    /// Removes the API keys of an account, and returns the message about it. Throws `AccountError`.
    public func removeKeys(of name: String) async throws -> String {
        try await edit.removeKeys(of: name)
        return "Removed all API keys of “\(name)”."
    }
}

/// A row of the list of accounts.
public struct AccountCellModel: Equatable, Sendable {
    public let account: Account

    public init(_ account: Account) { self.account = account }

    public var name: String { account.name }
    public var isAdmin: Bool { account.isAdmin }
    public var hasPassword: Bool { account.hasPassword }
    public var hasKeys: Bool { account.keyCount > 0 }
    /// The message after it was added.
    public var addedText: String { "Added “\(name)”\(isAdmin ? ", an administrator" : "")." }
    /// The message after its age or role was changed: `“kid” is a listener of age 12 now.`
    public var changedText: String {
        let age = account.age.map { " of age \($0)" } ?? ""
        return "“\(name)” is \(isAdmin ? "an administrator" : "a listener")\(age) now."
    }
    public var removalQuestion: String {
        let data = account.library == nil ? "" : ", and with its bookmarks, ratings, plays, playlists and queue"
        return "Remove “\(name)” with its password and API keys\(data)?"
    }
    /// The age in years; empty for that of the library's own listener.
    public var ageText: String { account.age.map(String.init) ?? "" }
    /// The name of the account's own library, or that it uses the one that is served.
    public var libraryText: String { account.library ?? "this one" }
    /// `administrator`, or nothing.
    public var roleText: String { account.isAdmin ? "administrator" : "" }
    /// What apps can sign in with: `password, 2 API keys`, or `nothing`.
    public var secretsText: String {
        let keys = account.keyCount == 0 ? nil : CountText(account.keyCount, "API key").text
        let texts = [account.hasPassword ? "password" : nil, keys].compactMap(\.self)
        return texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
    }
}

/// The keys of an account; `age` is null for that of the library's own listener, `library` for the one that is served.
public enum AccountField: String, RowField {
    case name, age, admin, password, keys, library

    public var valueKind: FieldKind {
        switch self {
        case .name, .library: .text
        case .age, .keys: .number
        case .admin, .password: .flag
        }
    }
}

extension AccountCellModel: RowModel {
    public func value(of field: AccountField) -> FieldValue {
        switch field {
        case .name: .text(account.name)
        case .age: account.age.map(FieldValue.integer) ?? .none
        case .admin: .flag(account.isAdmin)
        case .password: .flag(account.hasPassword)
        case .keys: .integer(account.keyCount)
        case .library: account.library.map(FieldValue.text) ?? .none
        }
    }

    package static let table = TableModel<AccountCellModel>(
        [
            .init("Name", .share(1), priority: 1) { .plain($0.name) },
            .init("Age", .fixed(4), priority: 3) { .plain($0.ageText) },
            .init("Signs in with", .share(1), priority: 2) { .plain($0.secretsText) },
            .init("Library", .fixed(16), priority: 2) { .plain($0.libraryText) },
            .init("Role", .fixed(13), priority: 4, isDim: true) { .plain($0.roleText) },
        ],
        emptyText: .accounts)
}

extension EmptyListText {
    /// A library without accounts.
    package static let accounts = EmptyListText(
        "The library has no accounts.",
        commandLine: "From the first one on, everybody has to sign in. Add it with: fermata user add NAME",
        web: "Add one for yourself to sign in on other devices and with apps, and then one for everybody else.")
}
