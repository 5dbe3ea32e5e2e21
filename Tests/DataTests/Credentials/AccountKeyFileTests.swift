import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("The key that encrypts the passwords of accounts")
struct AccountKeyFileTests {
    private let folder: TemporaryFolder
    private let library: SQLiteLibrary
    private var path: String { folder.path("fermata/accounts.key") }
    /// A new program each time, which has to read the file.
    private var accounts: SQLiteAccountRepository {
        SQLiteAccountRepository(library: library, key: AccountKeyFile(path: path))
    }

    init() throws {
        folder = try TemporaryFolder()
        library = try SQLiteLibrary.inTemporaryFolder()
    }

    @Test("only its owner can read it, and other programs use the same")
    func isPrivate() async throws {
        try await addAnna()
        #expect(try posixMode(of: path) == 0o600)
        #expect(try posixMode(of: folder.path("fermata")) == 0o700)
        #expect(try await accounts.secret(of: AccountName("anna"))?.password == "secret7")
    }

    @Test("does not exist before a password is stored")
    func isCreatedLate() async throws {
        try await accounts.add(Account(name: "anna"), AccountName("anna"), password: nil)
        try await accounts.addKey("key", to: AccountName("anna"))
        #expect(try await accounts.secret(of: AccountName("anna"))?.password == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path("fermata")))
    }

    @Test("a password cannot be read with another key, or without one")
    func needsKey() async throws {
        try await addAnna()
        try FileManager.default.removeItem(atPath: path)
        await #expect(throws: AccountError.secretKey(path: path, .missing)) {
            try await accounts.secret(of: AccountName("anna"))
        }
        try await accounts.add(Account(name: "ben"), AccountName("ben"), password: "b")
        await #expect(throws: AccountError.otherSecretKey(path: path)) {
            try await accounts.secret(of: AccountName("anna"))
        }
        try await accounts.setPassword("new", of: AccountName("anna"))
        #expect(try await accounts.secret(of: AccountName("anna"))?.password == "new")
    }

    @Test("a file that has no key is reported and stays as it is", arguments: ["", "short", "bm90IDMyIGJ5dGVz"])
    func keepsDamagedFile(content: String) async throws {
        try FileManager.default.createDirectory(atPath: folder.path("fermata"), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(filePath: path))
        await #expect(throws: AccountError.secretKey(path: path, .unsupported)) { try await addAnna() }
        #expect(FileManager.default.contents(atPath: path) == Data(content.utf8))
        #expect(try await accounts.accounts().isEmpty)
    }

    @Test("programs that store the first passwords at once share a key")
    func sharesKey() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { [accounts] in
                    try await accounts.add(
                        Account(name: "n\(number)"), AccountName("n\(number)"), password: "p\(number)")
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<8 {
            #expect(try await accounts.secret(of: AccountName("n\(number)"))?.password == "p\(number)")
        }
    }

    private func addAnna() async throws {
        try await accounts.add(Account(name: "anna"), AccountName("anna"), password: "secret7")
    }
}
