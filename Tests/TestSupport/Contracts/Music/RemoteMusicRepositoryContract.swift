public import FermataDomain
public import Testing

/// The state of a source whose repository is under test.
public enum RemoteSourceState: Sendable {
    /// The source has the known music.
    case complete
    /// The source has the known music and, anywhere in it, one record that cannot be used.
    case withBadRecord
    /// The source cannot be read: it is missing, or refuses each request.
    case failing
    /// The source breaks off before its end, as in the middle of a document or on a disk that is unmounted.
    case cut
}

/// Makes a remote repository under test from a source with known music.
public struct RemoteMusicRepositoryFactory: Sendable, CustomTestStringConvertible {
    public typealias Body = @Sendable (any RemoteMusicRepository) async throws -> Void
    public let name: String
    /// The titles of the source's music, in order.
    public let titles: [String]
    /// Whether records of the source can be bad; those of a library cannot.
    public let hasBadRecords: Bool
    private let make: @Sendable (RemoteSourceState, Body) async throws -> Void

    /// `make` calls its last argument with a repository of a source in a state, then cleans up.
    public init(
        _ name: String, titles: [String], hasBadRecords: Bool = true,
        make: @escaping @Sendable (RemoteSourceState, Body) async throws -> Void
    ) {
        self.name = name
        self.titles = titles
        self.hasBadRecords = hasBadRecords
        self.make = make
    }

    /// Calls a body with a repository, then cleans up.
    public func with(_ state: RemoteSourceState = .complete, _ body: Body) async throws { try await make(state, body) }

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
        Rule("rejects a bad record with its position, and returns all others") { factory in
            guard factory.hasBadRecords else { return }
            try await factory.with(.withBadRecord) { repository in
                let fetched = try await repository.batches(since: nil).collected()
                var (titles, rejected) = ([String](), fetched.batches.flatMap(\.rejected))
                for record in fetched.batches.flatMap(\.records) {
                    do {
                        titles.append(try record.read().title)
                    } catch let error as RejectedRecord {
                        rejected.append(error)
                    }
                }
                #expect(titles == factory.titles)
                #expect(rejected.count == 1 && (1...factory.titles.count + 1).contains(rejected.first?.position ?? 0))
                #expect(fetched.end != nil && fetched.end != .unchanged)
            }
        },
        Rule("throws a SourceFailure if the source cannot be read") { factory in
            try await factory.with(.failing) { repository in
                await #expect(throws: SourceFailure.self) { try await repository.batches(since: nil).collected() }
            }
        },
        Rule("never counts a source that breaks off as complete") { factory in
            try await factory.with(.cut) { repository in
                var titles: [String] = []
                do {
                    for try await element in repository.batches(since: nil) {
                        switch element {
                        case .batch(let batch): titles += try batch.records.map { try $0.read().title }
                        case .end(let result): #expect(result == .partial)
                        }
                    }
                } catch is SourceFailure {
                    // The library removes nothing after a failure.
                }
                #expect(titles.allSatisfy(factory.titles.contains))
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
