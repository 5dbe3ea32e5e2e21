public import FermataDomain
import Foundation
import Testing

/// Makes a repository without accounts.
public typealias AccountRepositoryFactory = ContractFactory<@Sendable () async throws -> any AccountRepository>

/// The rules of every `AccountRepository`.
public enum AccountRepositoryContract {
    public typealias Rule = ContractRule<AccountRepositoryFactory>

    private static let end = Date(timeIntervalSince1970: 2_000_000_000)

    public static let rules: [Rule] = [
        Rule("returns accounts in the order they were added") { factory in
            let accounts = try await factory.make()
            #expect(try await accounts.accounts().isEmpty)
            try await accounts.add(Account(name: "Zoe", isAdmin: true), AccountName("Zoe"), password: "z")
            let anna = Account(name: "anna", age: 12, library: "a1")
            try await accounts.add(anna, AccountName("anna"), password: nil)
            #expect(
                try await accounts.accounts() == [Account(name: "Zoe", isAdmin: true, hasPassword: true), anna])
        },
        Rule("adds the account that follows from the others, one after the other") { factory in
            let accounts = try await factory.make()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let name = try AccountName("n\(number)")
                        _ = try await accounts.add(name, password: nil) { others in
                            Account(name: name.text, isAdmin: others.isEmpty, library: "\(others.count)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let all = try await accounts.accounts()
            #expect(all.map(\.library) == (0..<8).map { "\($0)" } && all.count(where: \.isAdmin) == 1)
        },
        Rule("refuses a name that another account has in other case") { factory in
            let accounts = try await factory.make()
            try await accounts.add(Account(name: "Zoé"), AccountName("Zoé"), password: "first")
            await #expect(throws: AccountError.nameInUse("zoe\u{301}")) {
                try await accounts.add(Account(name: "zoe\u{301}"), AccountName("zoe\u{301}"), password: "second")
            }
            #expect(try await accounts.secret(of: AccountName("ZOÉ"))?.password == "first")
        },
        Rule("returns the password that was set last") { factory in
            let accounts = try await factory.make()
            try await accounts.add(Account(name: "anna"), AccountName("anna"), password: "하나 – one")
            #expect(try await accounts.secret(of: AccountName("anna"))?.password == "하나 – one")
            try await accounts.setPassword("two", of: AccountName("Anna"))
            let secret = AccountSecret(Account(name: "anna", hasPassword: true), password: "two")
            #expect(try await accounts.secret(of: AccountName("anna")) == secret)
            #expect(try await accounts.secret(of: AccountName("ann")) == nil)
        },
        Rule("changes age and role of an account, whose others it knows, and nothing else") { factory in
            let accounts = try await factory.make()
            let (anna, kid) = (Account(name: "anna", isAdmin: true), Account(name: "kid", age: 12, library: "k1"))
            for account in [anna, kid] {
                try await accounts.add(account, AccountName(account.name), password: account.library)
            }
            try await accounts.addKey("key", to: AccountName("kid"))
            let session = try await accounts.makeSession(of: AccountName("kid"), until: end)
            var changed = Account(name: "kid", isAdmin: true, hasPassword: true, keyCount: 1, library: "k1")
            let returned = try await accounts.change(AccountName("KID"), password: nil) { account, others in
                #expect(account.age == 12 && others == [anna])
                (account.age, account.isAdmin) = (nil, true)
            }
            #expect(returned == changed)
            #expect(try await accounts.accounts() == [anna, changed])
            #expect(try await accounts.account(withSession: session, at: end - 1) == changed)
            changed.age = 30
            let adult = try await accounts.change(AccountName("kid"), password: "new") { account, _ in account.age = 30
            }
            #expect(adult == changed)
            #expect(try await accounts.secret(of: AccountName("kid")) == AccountSecret(changed, password: "new"))
            await #expect(throws: AccountError.invalidAge) {
                _ = try await accounts.change(AccountName("kid"), password: "newer") { account, _ in
                    account.age = 0
                    throw AccountError.invalidAge
                }
            }
            #expect(try await accounts.secret(of: AccountName("kid")) == AccountSecret(changed, password: "new"))
            let first = try await accounts.change(AccountName("anna"), password: "first") { _, _ in }
            #expect(first == Account(name: "anna", isAdmin: true, hasPassword: true))
        },
        Rule("finds the account of each key until the keys are removed") { factory in
            let accounts = try await factory.make()
            try await accounts.add(Account(name: "anna"), AccountName("anna"), password: nil)
            try await accounts.add(Account(name: "ben"), AccountName("ben"), password: nil)
            try await accounts.addKey("a1", to: AccountName("anna"))
            try await accounts.addKey("a2", to: AccountName("ANNA"))
            try await accounts.addKey("b1", to: AccountName("ben"))
            let anna = Account(name: "anna", keyCount: 2)
            for key in ["a1", "a2"] { #expect(try await accounts.account(withKey: key) == anna) }
            #expect(try await accounts.account(withKey: "b1")?.name == "ben")
            for key in ["", "a", "A1"] { #expect(try await accounts.account(withKey: key) == nil) }
            try await accounts.removeKeys(of: AccountName("anna"))
            for key in ["a1", "a2"] { #expect(try await accounts.account(withKey: key) == nil) }
            #expect(try await accounts.account(withKey: "b1") == Account(name: "ben", keyCount: 1))
        },
        Rule("finds the account of each session until it ends") { factory in
            let accounts = try await factory.make()
            try await accounts.add(Account(name: "anna"), AccountName("anna"), password: "a")
            try await accounts.add(Account(name: "ben"), AccountName("ben"), password: "a")
            let anna = try await accounts.makeSession(of: AccountName("Anna"), until: end)
            let ben = try await accounts.makeSession(of: AccountName("ben"), until: end + 1)
            let excluded: Set<Character> = [" ", "\"", ",", ";", "\\"]
            #expect(anna != ben && anna.allSatisfy { $0.isASCII && ("!"..."~").contains($0) && !excluded.contains($0) })
            #expect(
                try await accounts.account(withSession: anna, at: end - 1) == Account(name: "anna", hasPassword: true))
            #expect(try await accounts.account(withSession: ben, at: end)?.name == "ben")
            #expect(try await accounts.account(withSession: anna, at: end) == nil)
            for text in ["", "anna", String(anna.dropLast()), String(anna.reversed()), "\u{0}é"] {
                #expect(try await accounts.account(withSession: text, at: end - 1) == nil, "\(text)")
            }
        },
        Rule("ends the sessions of an account whose password changes, or which is removed") { factory in
            let accounts = try await factory.make()
            let name = try AccountName("anna")
            try await accounts.add(Account(name: "anna"), name, password: "a")
            try await accounts.add(Account(name: "ben"), AccountName("ben"), password: "a")
            let ben = try await accounts.makeSession(of: AccountName("ben"), until: end)
            let changes: [@Sendable () async throws -> Void] = [
                { try await accounts.setPassword("b", of: name) }, { try await accounts.setPassword("b", of: name) },
            ]
            for change in changes {
                let session = try await accounts.makeSession(of: name, until: end)
                try await change()
                #expect(try await accounts.account(withSession: session, at: end - 1) == nil)
            }
            let keyed = try AccountName("cleo")
            try await accounts.add(Account(name: "cleo"), keyed, password: nil)
            await #expect(throws: AccountError.wrongName) { _ = try await accounts.makeSession(of: keyed, until: end) }
            let session = try await accounts.makeSession(of: name, until: end)
            try await accounts.remove(name)
            #expect(try await accounts.account(withSession: session, at: end - 1) == nil)
            try await accounts.add(Account(name: "anna"), name, password: "b")
            #expect(try await accounts.account(withSession: session, at: end - 1) == nil)
            #expect(try await accounts.account(withSession: ben, at: end - 1)?.name == "ben")
        },
        Rule("removes an account with its secrets, and no other") { factory in
            let accounts = try await factory.make()
            try await accounts.add(Account(name: "anna"), AccountName("anna"), password: "a")
            try await accounts.add(Account(name: "ben"), AccountName("ben"), password: "b")
            try await accounts.addKey("key", to: AccountName("anna"))
            await #expect(throws: AccountError.lastAdministrator("anna")) {
                try await accounts.remove(AccountName("anna")) { others in
                    #expect(others.map(\.name) == ["ben"])
                    throw AccountError.lastAdministrator("anna")
                }
            }
            #expect(try await accounts.accounts().map(\.keyCount) == [1, 0])
            try await accounts.remove(AccountName("Anna"))
            #expect(try await accounts.accounts().map(\.name) == ["ben"])
            #expect(try await accounts.secret(of: AccountName("anna")) == nil)
            #expect(try await accounts.account(withKey: "key") == nil)
            try await accounts.add(Account(name: "anna"), AccountName("anna"), password: nil)
            #expect(try await accounts.accounts().last == Account(name: "anna"))
        },
        Rule("throws for an unknown account, and changes none") { factory in
            let accounts = try await factory.make()
            try await accounts.add(Account(name: "ben"), AccountName("ben"), password: "b")
            let error = AccountError.notFound("anna")
            await #expect(throws: error) { try await accounts.remove(AccountName("anna")) }
            await #expect(throws: error) { try await accounts.setPassword("a", of: AccountName("anna")) }
            await #expect(throws: error) { try await accounts.addKey("key", to: AccountName("anna")) }
            await #expect(throws: error) { try await accounts.removeKeys(of: AccountName("anna")) }
            await #expect(throws: error) { _ = try await accounts.makeSession(of: AccountName("anna"), until: end) }
            #expect(try await accounts.accounts() == [Account(name: "ben", hasPassword: true)])
        },
    ]
}
