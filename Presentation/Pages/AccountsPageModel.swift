public import FermataDomain

/// The page of accounts: all of them for an administrator, or else that of the person.
public struct AccountsPageModel: Equatable, Sendable {
    public let rows: [AccountPageModel]
    /// The form that adds an account; nil for a person who may not.
    public let form: FormModel?

    public init(_ rows: [AccountCellModel], for access: AccountAccess) {
        self.rows = rows.map { AccountPageModel($0, for: access) }
        form = access.isAdministrator ? .newAccount(isFirst: rows.isEmpty) : nil
    }

    /// The link to the page, in the footer of every page.
    public static let link = LinkModel("Accounts", .accounts)
    public var title: String { Self.link.title }
    public var countText: String { CountText(rows.count, "account").text }
    public var emptyText: String { EmptyListText.accounts.web }
}

/// An account on the page of accounts, and its own page.
public struct AccountPageModel: Equatable, Sendable {
    private let row: AccountCellModel
    private let access: AccountAccess

    public init(_ row: AccountCellModel, for access: AccountAccess) { (self.row, self.access) = (row, access) }

    /// Identifies the row for the scripts.
    public var key: String { "account-" + row.name }
    public var title: String { row.name }
    public var address: PageAddress { .account(row.name) }
    /// `administrator, age 12, signs in with: password, 2 API keys`
    public var detailText: String {
        [row.roleText, row.ageText.isEmpty ? "" : "age \(row.ageText)", "signs in with: \(row.secretsText)"]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
    public var accessibilityLabel: String { "\(title.onOneLine), \(detailText)" }
    public var lines: [MusicDetailModel.Line] {
        [
            ("Role", row.isAdmin ? "administrator" : "listener"), ("Age", row.ageText),
            ("Signs in with", row.secretsText), ("Library", row.libraryText),
        ].filter { !$0.1.isEmpty }.map { .init(label: $0.0, text: $0.1, address: nil) }
    }

    /// The page that adds an API key and shows it.
    public var newKey: LinkModel { LinkModel("New API key", .keys(ofAccount: row.name)) }
    /// Removes the API keys of the account; nil without any.
    public var keyRemoval: ActionModel? {
        row.hasKeys ? ActionModel("Remove API keys", .remove, .delete, .api(ofKeys: row.name)) : nil
    }
    /// Removes the account; nil for a person who may not.
    public var removal: ActionModel? {
        access.isAdministrator ? ActionModel("Remove", .remove, .delete, .api(ofAccount: row.name)) : nil
    }
    public var removalQuestion: String { row.removalQuestion }
    /// The form that changes the account, or only its password for a person who may not change more.
    public var form: FormModel { access.isAdministrator ? .account(row) : .password(of: row) }
}

/// The page that shows a new API key once.
public struct NewKeyPageModel: Equatable, Sendable {
    public let key: String
    private let name: String

    public init(_ key: String, of name: String) { (self.key, self.name) = (key, name) }

    public var title: String { "A new API key of “\(name)”" }
    public var text: String { "Copy it into the app now: it is not shown again." }
    public var link: LinkModel { LinkModel("Back to the account", .account(name)) }
}

extension FormModel {
    private static let password = Field(key: "password", label: "Password", isRequired: true, isSecret: true)
    private static let ended = "Browsers and apps that use the old password have to sign in again."

    /// The fields of what the account may see and do.
    private static func rule(age: String, isAdmin: Bool) -> [Field] {
        [
            Field(key: "age", label: "Age, to hide explicit music from young listeners", text: age),
            Field(
                key: "admin", label: "May manage the accounts", text: String(isAdmin),
                choices: [Choice(value: "false", text: "no"), Choice(value: "true", text: "yes")]),
        ]
    }

    /// `isFirst` states that there is no other account.
    fileprivate static func newAccount(isFirst: Bool) -> FormModel {
        FormModel(
            "account", isNew: true, target: .newAccount, next: isFirst ? .accounts : nil,
            fields: [Field(key: "name", label: "Name", isRequired: true), password]
                + (isFirst ? [] : rule(age: "", isAdmin: false)),
            hint: isFirst
                ? """
                The first account is an administrator, and has the bookmarks, playlists and history of this library. From \
                then on, everybody has to sign in here and in apps.
                """
                : "The account has bookmarks, ratings, playlists, a queue and a history of its own.")
    }

    fileprivate static func account(_ row: AccountCellModel) -> FormModel {
        let password = Field(key: "password", label: "New password", isSecret: true)
        return FormModel(
            "account", isNew: false, target: .api(ofAccount: row.name), next: nil,
            fields: rule(age: row.ageText, isAdmin: row.isAdmin) + [password],
            hint: "Without an age, that of this library’s listener counts. \(ended)")
    }

    fileprivate static func password(of row: AccountCellModel) -> FormModel {
        FormModel(
            "account", isNew: false, title: "New password", target: .api(ofAccount: row.name), next: nil,
            fields: [password], hint: ended)
    }
}

extension PageAddress {
    static func account(_ name: String) -> PageAddress { accounts.appending(name) }
    static func keys(ofAccount name: String) -> PageAddress { account(name).appending("keys") }
    /// The address of requests about an account.
    public static func api(ofAccount name: String) -> PageAddress { newAccount.appending(name) }
    static func api(ofKeys name: String) -> PageAddress { api(ofAccount: name).appending("keys") }
    /// The address to which the form of a new account is sent.
    static let newAccount = PageAddress.api("/accounts")
}
