public import FermataDomain
public import Testing

/// Makes a remote repository under test from a source with known music.
public struct RemoteMusicRepositoryFactory: Sendable, CustomTestStringConvertible {
    public typealias Body = @Sendable (any RemoteMusicRepository) async throws -> Void
    public let name: String
    /// The titles of the source's music, in order.
    public let titles: [String]
    /// Calls its argument with a repository, then cleans up.
    public let with: @Sendable (Body) async throws -> Void

    public init(_ name: String, titles: [String], with: @escaping @Sendable (Body) async throws -> Void) {
        self.name = name
        self.titles = titles
        self.with = with
    }

    public var testDescription: String { name }
}

/// The rules of every `RemoteMusicRepository`.
public enum RemoteMusicRepositoryContract {
    public typealias Rule = ContractRule<RemoteMusicRepositoryFactory>

    public static let rules: [Rule] = [
        Rule("returns all records of the source in order, with positions from 1") { factory in
            try await factory.with { repository in
                let records = try await repository.records()
                #expect(try records.map { try $0.read().title } == factory.titles)
                #expect(records.map(\.position) == Array(1...factory.titles.count))
            }
        },
        Rule("gives each record a stable, distinct key and fingerprint") { factory in
            try await factory.with { repository in
                let (first, second) = (try await repository.records(), try await repository.records())
                #expect(first.map(\.fingerprint) == second.map(\.fingerprint))
                #expect(try first.map { try $0.read() } == second.map { try $0.read() })
                #expect(Set(first.map(\.fingerprint)).count == first.count)
                #expect(Set(try first.map { try $0.read().key }).count == first.count)
            }
        },
        Rule("reports no change, or returns everything, for its own revision") { factory in
            try await factory.with { repository in
                guard case .complete(let revision) = try await repository.batches(since: nil).collected().end else {
                    Issue.record("The first fetch has to be complete.")
                    return
                }
                let fetched = try await repository.batches(since: revision).collected()
                let count = fetched.batches.reduce(0) { $0 + $1.records.count }
                #expect(count == (fetched.end == .unchanged ? 0 : factory.titles.count))
            }
        },
        Rule("stops when its consumer stops, and fetches anew for the next one") { factory in
            try await factory.with { repository in
                let fetch = repository.batches(since: nil)
                #expect(try await fetch.endsWithItsConsumer())
                for _ in 1...2 {
                    let fetched = try await fetch.collected()
                    #expect(fetched.batches.reduce(0) { $0 + $1.records.count } == factory.titles.count)
                    #expect(fetched.end != nil)
                }
            }
        },
    ]
}

extension RemoteMusicRepository {
    /// All records of the source.
    public func records() async throws -> [RemoteRecord] {
        try await batches(since: nil).collected().batches.flatMap(\.records)
    }
}
