import FermataDomain
import GRDB

/// The tables `account` and `account_key`: the people who use the library through the server, and their API keys.
enum AccountTable {
    /// Adds an account; `password` is encrypted.
    static func add(_ account: Account, _ name: AccountName, password: [UInt8]?, in db: Database) throws {
        try RawStatement(
            db,
            """
            INSERT INTO account(name, name_key, age, admin, password, library)
                VALUES (:name, :key, :age, :admin, :password, :library)
            """,
            [
                "name": .text(name.text), "key": .text(name.key), "age": SQLValue(account.age),
                "admin": .integer(account.isAdmin ? 1 : 0), "password": password.map(SQLValue.blob) ?? .null,
                "library": SQLValue(account.library),
            ]
        ).run()
    }

    /// Removes an account with its keys.
    static func remove(_ account: Int64, in db: Database) throws {
        try RawStatement(db, "DELETE FROM account WHERE number = \(account)").run()
    }

    /// Stores the age and the role of an account, and its encrypted password if there is one.
    static func change(_ number: Int64, to account: Account, password: [UInt8]?, in db: Database) throws {
        try RawStatement(
            db,
            """
            UPDATE account SET age = :age, admin = :admin, password = coalesce(:password, password)
                WHERE number = \(number)
            """,
            [
                "age": SQLValue(account.age), "admin": .integer(account.isAdmin ? 1 : 0),
                "password": password.map(SQLValue.blob) ?? .null,
            ]
        ).run()
    }

    /// Adds a key by its digest.
    static func addKey(_ digest: [UInt8], to account: Int64, in db: Database) throws {
        try RawStatement(
            db, "INSERT INTO account_key(digest, account) VALUES (:digest, \(account))", ["digest": .blob(digest)]
        ).run()
    }

    static func removeKeys(of account: Int64, in db: Database) throws {
        try RawStatement(db, "DELETE FROM account_key WHERE account = \(account)").run()
    }

    /// Statements that remove what is no key, and the keys of lost accounts, from a repaired library, and let one account at
    /// most use the library itself: an outdated row may lack the name of the account's own one.
    static let repair = """
        UPDATE account SET library = lower(hex(randomblob(8)))
            WHERE library IS NULL AND number <> (SELECT min(number) FROM account);
        DELETE FROM account_key WHERE length(digest) <> 32 OR account NOT IN (SELECT number FROM account);
        """
}
