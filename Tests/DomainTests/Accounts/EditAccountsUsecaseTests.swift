import FermataContracts
import FermataDomain
import Testing

@Suite("Changing accounts")
struct EditAccountsUsecaseTests {
    @Test("lets a person without the role of an administrator set the own secrets only")
    func limitsChanges() async throws {
        let all = edit(key: "0123456789abcdef")
        _ = try await all.add("anna", age: nil, isAdmin: false, password: "a")
        let kid = try await all.add("kid", age: 12, isAdmin: false, password: "k")
        let edit = all.limited(to: .account(kid))
        let changes: [@Sendable () async throws -> Void] = [
            { _ = try await edit.add("ben", age: nil, isAdmin: true, password: nil) },
            { _ = try await edit.remove("kid") { _ in true } },
            { _ = try await edit.change("anna", by: AccountEdit(password: "x")) },
            { _ = try await edit.change("kid", by: AccountEdit(age: .some(nil))) },
            { _ = try await edit.change("kid", by: AccountEdit(isAdmin: true, password: "x")) },
            { _ = try await edit.addKey(to: "anna") },
            { try await edit.removeKeys(of: "nobody") },
        ]
        for change in changes {
            await #expect(throws: AccountError.notAdministrator) { try await change() }
        }
        _ = try await edit.change("KID", by: AccountEdit(password: "x"))
        #expect(try await edit.addKey(to: "Kid") == "0123456789abcdef")
        try await edit.removeKeys(of: "kid")
        let get = GetAccountsUsecase(repository: accounts)
        #expect(try await get.limited(to: .account(kid)).execute().map(\.name) == ["kid"])
        await #expect(throws: AccountError.notFound("anna")) {
            _ = try await get.limited(to: .account(kid)).find("anna")
        }
        let admin = try await get.find("anna")
        #expect(try await get.limited(to: .account(admin)).execute().count == 2)
        _ = try await all.limited(to: .account(admin)).add("ben", age: nil, isAdmin: false, password: nil)
    }

    private let accounts = InMemoryAccountRepository()
    private let libraries = LibrariesSpy()

    /// Records the names of removed libraries.
    private actor LibrariesSpy: AccountLibraryRepository {
        private(set) var removed: [String] = []

        func remove(named name: String) { removed.append(name) }
    }

    @Test("makes the first account an administrator, and others only if requested")
    func makesFirstAdministrator() async throws {
        let edit = edit()
        #expect(try await edit.add(" Zoe ", age: nil, isAdmin: false, password: "z").isAdmin)
        #expect(try await !edit.add("anna", age: 12, isAdmin: false, password: nil).isAdmin)
        #expect(try await edit.add("ben", age: nil, isAdmin: true, password: "b").isAdmin)
        #expect(try await accounts.accounts().map(\.name) == ["Zoe", "anna", "ben"])
        #expect(try await accounts.accounts().map(\.age) == [nil, 12, nil])
    }

    @Test("refuses names, ages and passwords that no account can have")
    func refusesInvalid() async throws {
        let edit = edit()
        let long = String(repeating: "é", count: AccountName.limit / 2 + 1)
        for name in ["", " \n", "a\u{0}b", "a\u{1B}[31m", long] {
            await #expect(throws: AccountError.invalidName(limit: AccountName.limit), "\(name)") {
                try await edit.add(name, age: nil, isAdmin: false, password: "p")
            }
        }
        for age in [-1, 151] {
            await #expect(throws: AccountError.invalidAge) {
                try await edit.add("anna", age: age, isAdmin: false, password: "p")
            }
        }
        let limit = EditAccountsUsecase.passwordLimit
        for password in ["", "a\nb", String(repeating: "x", count: limit + 1)] {
            await #expect(throws: AccountError.invalidPassword(limit: limit)) {
                try await edit.add("anna", age: nil, isAdmin: false, password: password)
            }
        }
        #expect(try await accounts.accounts().isEmpty)
        _ = try await edit.add("anna", age: 0, isAdmin: false, password: String(repeating: "x", count: limit))
        await #expect(throws: AccountError.invalidPassword(limit: limit)) {
            _ = try await edit.change("anna", by: AccountEdit(password: ""))
        }
    }

    @Test("finds an account by its name in any case")
    func findsAccount() async throws {
        let getAccounts = GetAccountsUsecase(repository: accounts)
        _ = try await edit().add("Zoe", age: nil, isAdmin: false, password: "z")
        #expect(try await getAccounts.find("ZOE").name == "Zoe")
        #expect(try await getAccounts.execute().map(\.name) == ["Zoe"])
        for name in ["zo", "", "\u{0}"] {
            await #expect(throws: AccountError.notFound(name)) { try await getAccounts.find(name) }
        }
    }

    @Test("keeps an administrator as long as there are other accounts")
    func keepsAdministrator() async throws {
        let edit = edit()
        _ = try await edit.add("zoe", age: nil, isAdmin: true, password: "z")
        _ = try await edit.add("anna", age: nil, isAdmin: false, password: "a")
        await #expect(throws: AccountError.lastAdministrator("ZOE")) { try await edit.remove("ZOE") { _ in true } }
        #expect(try await edit.remove("anna") { _ in true })
        #expect(try await edit.remove("zoe") { _ in true })
        #expect(try await accounts.accounts().isEmpty)
        await #expect(throws: AccountError.notFound("zoe")) { try await edit.remove("zoe") { _ in true } }
    }

    @Test("changes age, role and password, but not the role of the only administrator")
    func changesAccounts() async throws {
        let edit = edit()
        for name in ["zoe", "anna"] { _ = try await edit.add(name, age: 12, isAdmin: false, password: "p") }
        await #expect(throws: AccountError.lastAdministrator("zoe")) {
            _ = try await edit.change("ZOE", by: AccountEdit(isAdmin: false))
        }
        #expect(try await edit.change("anna", by: AccountEdit(age: 13, isAdmin: true)).age == 13)
        let zoe = try await edit.change("zoe", by: AccountEdit(age: .some(nil), isAdmin: false, password: "new"))
        #expect(zoe == Account(name: "zoe", hasPassword: true))
        #expect(try await accounts.secret(of: AccountName("zoe")) == AccountSecret(zoe, password: "new"))
        #expect(try await edit.change("zoe", by: AccountEdit()) == zoe)
        await #expect(throws: AccountError.invalidAge) { _ = try await edit.change("zoe", by: AccountEdit(age: 151)) }
        await #expect(throws: AccountError.notFound("nobody")) {
            _ = try await edit.change("nobody", by: AccountEdit(isAdmin: false))
        }
        #expect(try await accounts.accounts().map(\.isAdmin) == [false, true])
    }

    @Test("keeps an administrator if the other one becomes a listener before the removal")
    func checksAgain() async throws {
        let edit = edit()
        for name in ["zoe", "anna"] { _ = try await edit.add(name, age: nil, isAdmin: true, password: "p") }
        await #expect(throws: AccountError.lastAdministrator("zoe")) {
            _ = try await edit.remove("zoe") { _ in
                !(try await edit.change("anna", by: AccountEdit(isAdmin: false))).isAdmin
            }
        }
        #expect(try await accounts.accounts().map(\.name) == ["zoe", "anna"])
    }

    @Test("gives each account but the first one a library of its own")
    func assignsLibraries() async throws {
        let edit = edit(key: "0123456789abcdef0123")
        for name in ["zoe", "anna"] { _ = try await edit.add(name, age: nil, isAdmin: true, password: "p") }
        #expect(try await accounts.accounts().map(\.library) == [nil, "0123456789abcdef"])
        _ = try await edit.remove("zoe") { _ in true }
        // What the first account has set must not be found by the next one.
        #expect(try await edit.add("ben", age: nil, isAdmin: false, password: "p").library == "0123456789abcdef")
    }

    @Test("removes an account with its library, if that is confirmed")
    func removesLibrary() async throws {
        let edit = edit()
        for name in ["zoe", "anna"] { _ = try await edit.add(name, age: nil, isAdmin: true, password: "p") }
        #expect(try await !edit.remove("anna") { $0.name != "anna" })
        #expect(try await accounts.accounts().count == 2)
        #expect(await libraries.removed == [])
        #expect(try await edit.remove("Anna") { $0.name == "anna" })
        #expect(try await edit.remove("zoe") { _ in true })
        #expect(await libraries.removed == ["random"])
    }

    @Test("adds keys, which are returned once, and removes all")
    func addsKeys() async throws {
        let edit = edit()
        _ = try await edit.add("anna", age: nil, isAdmin: false, password: nil)
        #expect(try await edit.addKey(to: "Anna") == "random")
        #expect(try await accounts.account(withKey: "random")?.name == "anna")
        try await edit.removeKeys(of: "anna")
        #expect(try await accounts.account(withKey: "random") == nil)
    }

    @Test("gives an account the rule of its age, or that of the library's own listener")
    func hasListener() {
        let owner = Listener(age: 12, explicitAge: 16, isStrict: true)
        #expect(Account(name: "a", age: 40).listener(of: owner) == Listener(age: 40, explicitAge: 16, isStrict: true))
        #expect(Account(name: "a").listener(of: owner) == owner)
    }

    private func edit(key: String = "random") -> EditAccountsUsecase {
        EditAccountsUsecase(repository: accounts, libraries: libraries, randomKey: { key })
    }
}
