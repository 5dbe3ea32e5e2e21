import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Repair of accounts")
struct AccountRepairTests {
    @Test("copies accounts with their passwords and keys if the tables are unknown")
    func copiesAccounts() async throws {
        let folder = try TemporaryFolder()
        let key = AccountKeyFile(path: folder.path("accounts.key"))
        let library = try await StarredLibrary()
        let accounts = SQLiteAccountRepository(library: library.file, key: key)
        try await accounts.add(Account(name: "Anna", isAdmin: true), AccountName("Anna"), password: "secret")
        try await accounts.add(Account(name: "ben", age: 12, library: "b1"), AccountName("ben"), password: nil)
        try await accounts.addKey("k1", to: AccountName("ben"))
        let before = try await accounts.accounts()
        try checkpoint(library.path)
        // The first page lists the tables; its header identifies a library and stays intact.
        try overwriteBytes(of: library.path, at: 100, count: 4_096 - 100)
        _ = try #require(try SQLiteLibraryFile(path: library.path, now: { Date() }).repairBlocking())
        let repaired = SQLiteAccountRepository(library: try StarredLibrary(path: library.path).file, key: key)
        #expect(try await repaired.accounts() == before)
        #expect(try await repaired.secret(of: AccountName("anna"))?.password == "secret")
        #expect(try await repaired.account(withKey: "k1")?.name == "ben")
        #expect(try await repaired.account(withKey: "k2") == nil)
    }
}
