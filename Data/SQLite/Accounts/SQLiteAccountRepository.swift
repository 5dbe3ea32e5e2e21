import Crypto
package import FermataDomain
package import Foundation
import GRDB

/// The accounts of a library on disk.
package struct SQLiteAccountRepository: AccountRepository {
    private static let columns = """
        name, age, admin, library, password IS NOT NULL AS has_password,
        (SELECT count(*) FROM account_key WHERE account_key.account = account.number) AS keys
        """
    private let library: SQLiteLibrary
    private let key: AccountKeyFile

    package init(library: SQLiteLibrary, key: AccountKeyFile) {
        (self.library, self.key) = (library, key)
    }

    package func accounts() async throws -> [Account] { try await library.read { try Self.accounts(in: $0) } }

    private static func accounts(_ condition: String = "1", in db: Database) throws -> [Account] {
        try RawStatement(db, "SELECT \(columns) FROM account WHERE \(condition) ORDER BY number").all(account)
    }

    private static func others(than number: Int64, in db: Database) throws -> [Account] {
        try accounts("number <> \(number)", in: db)
    }

    package func add(
        _ name: AccountName, password: String?, as make: @escaping @Sendable (_ others: [Account]) -> Account
    ) async throws -> Account {
        let sealed = try password.map { try key.seal($0, for: name) }
        return try await library.write { db in
            let known = try RawStatement(
                db, "SELECT 1 FROM account WHERE name_key = :key", ["key": .text(name.key)])
            if try known.hasRow() { throw AccountError.nameInUse(name.text) }
            let account = make(try Self.accounts(in: db))
            try AccountTable.add(account, name, password: sealed, in: db)
            return account
        }
    }

    package func remove(
        _ name: AccountName, after check: @escaping @Sendable (_ others: [Account]) throws -> Void
    ) async throws {
        try await change(name) { number, db in
            try check(try Self.others(than: number, in: db))
            try AccountTable.remove(number, in: db)
        }
    }

    package func change(
        _ name: AccountName, password: String?,
        by change: @escaping @Sendable (_ account: inout Account, _ others: [Account]) throws -> Void
    ) async throws -> Account {
        let sealed = try password.map { try key.seal($0, for: name) }
        return try await self.change(name) { number, db in
            guard var account = try Self.accounts("number = \(number)", in: db).first else {
                throw AccountError.notFound(name.text)
            }
            try change(&account, try Self.others(than: number, in: db))
            account.hasPassword = account.hasPassword || sealed != nil
            try AccountTable.change(number, to: account, password: sealed, in: db)
            return account
        }
    }

    package func addKey(_ key: String, to name: AccountName) async throws {
        try await change(name) { try AccountTable.addKey(Self.digest(of: key), to: $0, in: $1) }
    }

    package func removeKeys(of name: AccountName) async throws {
        try await change(name) { try AccountTable.removeKeys(of: $0, in: $1) }
    }

    package func secret(of name: AccountName) async throws -> AccountSecret? {
        try await sealedPassword(of: name).map { found in
            AccountSecret(found.account, password: try found.sealed.map { try key.open($0, for: name) })
        }
    }

    package func account(withKey key: String) async throws -> Account? {
        // A lookup by the digest takes the same time for all wrong keys.
        try await library.read { db in
            try RawStatement(
                db,
                """
                SELECT \(Self.columns) FROM account
                    WHERE number = (SELECT account FROM account_key WHERE digest = :digest)
                """, ["digest": .blob(Self.digest(of: key))]
            ).first(Self.account)
        }
    }

    package func makeSession(of name: AccountName, until end: Date) async throws -> String {
        guard let found = try await sealedPassword(of: name) else { throw AccountError.notFound(name.text) }
        guard let password = found.sealed else { throw AccountError.wrongName }
        return try key.makeSession(AccountSession(name: name, end: end, password: password))
    }

    package func account(withSession text: String, at time: Date) async throws -> Account? {
        guard let session = key.session(text), time < session.end, let name = try? AccountName(session.name),
            let found = try await sealedPassword(of: name), let password = found.sealed, session.isOf(password)
        else { return nil }
        return found.account
    }

    /// Returns an account and its encrypted password; nil if there is no such account.
    private func sealedPassword(of name: AccountName) async throws -> (account: Account, sealed: [UInt8]?)? {
        try await library.read { db in
            try RawStatement(
                db, "SELECT \(Self.columns), password FROM account WHERE name_key = :key", ["key": .text(name.key)]
            ).first { (Self.account($0), $0.blob("password")) }
        }
    }

    /// Changes the account with a name, which `change` receives by its number. Throws `AccountError.notFound`.
    private func change<Result: Sendable>(
        _ name: AccountName, _ change: @escaping @Sendable (Int64, Database) throws -> Result
    ) async throws -> Result {
        try await library.write { db in
            let find = try RawStatement(
                db, "SELECT number FROM account WHERE name_key = :key", ["key": .text(name.key)])
            guard let number = try find.first({ $0.firstInteger }) else { throw AccountError.notFound(name.text) }
            return try change(number, db)
        }
    }

    private static func account(_ row: RawStatement) -> Account {
        Account(
            name: row.text("name"), age: row.optionalInteger("age"), isAdmin: row.integer("admin") != 0,
            hasPassword: row.integer("has_password") != 0, keyCount: Int(row.integer("keys")),
            library: row.optionalText("library"))
    }

    private static func digest(of key: String) -> [UInt8] { Array(SHA256.hash(data: Data(key.utf8))) }
}
