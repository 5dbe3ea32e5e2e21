public import FermataDomain
public import Foundation
import Synchronization

/// Accounts in memory, whose secrets are not encrypted.
public final class InMemoryAccountRepository: AccountRepository {
    fileprivate struct Entry {
        var account: Account
        let name: AccountName
        var password: String?
        var keys: Set<String> = []
        /// The end of each session since the password was set.
        var sessions: [String: Date] = [:]
    }

    private let entries = Mutex<[Entry]>([])

    public init() {}

    public func accounts() async throws -> [Account] { entries.withLock { $0.map(\.visible) } }

    public func add(
        _ name: AccountName, password: String?, as make: @escaping @Sendable (_ others: [Account]) -> Account
    ) async throws -> Account {
        try entries.withLock { entries in
            if entries.contains(where: { $0.name == name }) { throw AccountError.nameInUse(name.text) }
            let account = make(entries.map(\.visible))
            entries.append(Entry(account: account, name: name, password: password))
            return account
        }
    }

    public func remove(
        _ name: AccountName, after check: @escaping @Sendable (_ others: [Account]) throws -> Void
    ) async throws {
        try change(name) { entries, index in
            var others = entries
            others.remove(at: index)
            try check(others.map(\.visible))
            entries = others
        }
    }

    public func change(
        _ name: AccountName, password: String?,
        by change: @escaping @Sendable (_ account: inout Account, _ others: [Account]) throws -> Void
    ) async throws -> Account {
        try self.change(name) { entries, index in
            var others = entries.map(\.visible)
            var account = others.remove(at: index)
            try change(&account, others)
            (entries[index].account.age, entries[index].account.isAdmin) = (account.age, account.isAdmin)
            if let password { (entries[index].password, entries[index].sessions) = (password, [:]) }
            return entries[index].visible
        }
    }

    public func addKey(_ key: String, to name: AccountName) async throws {
        try change(name) { entries, index in _ = entries[index].keys.insert(key) }
    }

    public func removeKeys(of name: AccountName) async throws {
        try change(name) { entries, index in entries[index].keys = [] }
    }

    public func secret(of name: AccountName) async throws -> AccountSecret? {
        entries.withLock { entries in
            entries.first { $0.name == name }.map { AccountSecret($0.visible, password: $0.password) }
        }
    }

    public func account(withKey key: String) async throws -> Account? {
        entries.withLock { entries in entries.first { $0.keys.contains(key) }?.visible }
    }

    public func makeSession(of name: AccountName, until end: Date) async throws -> String {
        let session = "session-\(UInt64.random(in: .min ... .max))"
        try change(name) { entries, index in
            guard entries[index].password != nil else { throw AccountError.wrongName }
            entries[index].sessions[session] = end
        }
        return session
    }

    public func account(withSession session: String, at time: Date) async throws -> Account? {
        entries.withLock { entries in
            entries.first { entry in entry.sessions[session].map { time < $0 } ?? false }?.visible
        }
    }

    private func change<Result>(
        _ name: AccountName, _ body: (inout [Entry], Int) throws -> sending Result
    ) throws -> Result {
        try entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.name == name }) else {
                throw AccountError.notFound(name.text)
            }
            return try body(&entries, index)
        }
    }
}

extension InMemoryAccountRepository.Entry {
    fileprivate var visible: Account {
        var account = account
        (account.hasPassword, account.keyCount) = (password != nil, keys.count)
        return account
    }
}
