import FermataContracts
import FermataDomain
import Foundation
import Synchronization
import Testing

@Suite("Signing in")
struct SignInUsecaseTests {
    private let accounts = InMemoryAccountRepository()
    private let time = TestTime()

    @Test(
        "returns the account of a name and its password in any case of the name", arguments: ["anna", "ANNA", " Anna "])
    func findsByPassword(name: String) async throws {
        let signIn = try await signIn()
        #expect(try await signIn.execute(password("secret", of: name), from: "1.1.1.1").name == "anna")
    }

    @Test("returns the account of a key")
    func findsByKey() async throws {
        let signIn = try await signIn()
        #expect(try await signIn.execute(.key("k1"), from: "1.1.1.1").name == "anna")
        await #expect(throws: AccountError.wrongKey) { try await signIn.execute(.key("k2"), from: "1.1.1.1") }
    }

    @Test("returns the account of a session for a year, also after failures")
    func findsBySession() async throws {
        let signIn = try await signIn()
        let anna = try await signIn.execute(password("secret", of: "anna"), from: "1.1.1.1")
        let session = try await signIn.beginSession(of: anna)
        await fail(FailedAttempts.pairLimit, signIn, name: "anna", from: "1.1.1.1")
        time.advance(by: SignInUsecase.sessionLifetime - 1)
        #expect(try await signIn.execute(.session(session), from: "1.1.1.1") == anna)
        time.advance(by: 1)
        for _ in 0...FailedAttempts.limit {
            await #expect(throws: AccountError.sessionEnded) {
                try await signIn.execute(.session(session), from: "2.2.2.2")
            }
        }
        #expect(try await signIn.execute(.key("k1"), from: "2.2.2.2").name == "anna")
    }

    @Test("does not tell a wrong password from an unknown or impossible name")
    func hidesNames() async throws {
        let signIn = try await signIn()
        for (name, text) in [("anna", "Secret"), ("ben", "secret"), ("", "secret"), ("nobody", ""), ("keyed", "")] {
            await #expect(throws: AccountError.wrongName, "\(name)") {
                try await signIn.execute(password(text, of: name), from: "1.1.1.1")
            }
        }
    }

    @Test("compares a proof for unknown names, too", arguments: ["anna", "ben"])
    func comparesAlways(name: String) async throws {
        let signIn = try await signIn()
        let compared = Mutex(0)
        _ = try? await signIn.execute(
            .name(name) { _ in
                compared.withLock { $0 += 1 }
                return false
            }, from: "1.1.1.1")
        #expect(compared.withLock { $0 } == 1)
    }

    @Test("says that there are no accounts, and counts no failures for that")
    func needsAccounts() async throws {
        let signIn = SignInUsecase(repository: accounts, now: { [time] in time.now })
        for _ in 0...FailedAttempts.limit {
            await #expect(throws: AccountError.noAccounts) { try await signIn.execute(.key("k"), from: "1.1.1.1") }
        }
    }

    @Test("blocks an address that has failed too often with a name, for that name only")
    func blocksPair() async throws {
        let signIn = try await signIn()
        try await accounts.add(Account(name: "ben"), AccountName("ben"), password: "b")
        await fail(FailedAttempts.pairLimit, signIn, name: "anna", from: "1.1.1.1")
        await #expect(throws: AccountError.tooManyAttempts) {
            try await signIn.execute(password("secret", of: "Anna"), from: "1.1.1.1")
        }
        #expect(try await signIn.execute(password("secret", of: "anna"), from: "2.2.2.2").name == "anna")
        #expect(try await signIn.execute(password("b", of: "ben"), from: "1.1.1.1").name == "ben")
        time.advance(by: FailedAttempts.period)
        #expect(try await signIn.execute(password("secret", of: "anna"), from: "1.1.1.1").name == "anna")
    }

    @Test("blocks an address that tries many names, and a name that many addresses try")
    func blocksMany() async throws {
        let signIn = try await signIn()
        for number in 0..<FailedAttempts.limit {
            await fail(1, signIn, name: "name \(number)", from: "1.1.1.1")
            await fail(1, signIn, name: "anna", from: "10.0.0.\(number)")
        }
        await #expect(throws: AccountError.tooManyAttempts) { try await signIn.execute(.key("k1"), from: "1.1.1.1") }
        await #expect(throws: AccountError.tooManyAttempts) {
            try await signIn.execute(password("secret", of: "anna"), from: "3.3.3.3")
        }
        #expect(try await signIn.execute(.key("k1"), from: "3.3.3.3").name == "anna")
    }

    @Test("remembers a limited number of addresses, those with the latest failures")
    func forgetsEarlyFailures() {
        var attempts = FailedAttempts()
        let start = Date(timeIntervalSince1970: 0)
        let last = FailedAttempts.subjectLimit
        for number in 0...last {
            for _ in 0..<FailedAttempts.limit {
                attempts.add([.address("\(number)")], at: start + Double(number) / 1_000)
            }
        }
        #expect(attempts.allows([.address("0")], at: start + 20))
        #expect(!attempts.allows([.address("\(last)")], at: start + 20))
    }

    /// Signs in with the accounts `anna`, who has a password and a key, and `keyed`, who has no password.
    private func signIn() async throws -> SignInUsecase {
        try await accounts.add(Account(name: "anna"), AccountName("anna"), password: "secret")
        try await accounts.addKey("k1", to: AccountName("anna"))
        try await accounts.add(Account(name: "keyed"), AccountName("keyed"), password: nil)
        return SignInUsecase(repository: accounts, now: { [time] in time.now })
    }

    private func password(_ text: String, of name: String) -> AccountCredentials {
        .name(name) { $0 == text }
    }

    private func fail(_ count: Int, _ signIn: SignInUsecase, name: String, from address: String) async {
        for _ in 0..<count {
            await #expect(throws: AccountError.wrongName) {
                try await signIn.execute(password("wrong", of: name), from: address)
            }
        }
    }
}
