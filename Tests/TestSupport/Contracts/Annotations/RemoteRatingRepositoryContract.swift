public import FermataDomain
import Testing

/// Makes a remote repository of a source without ratings, and runs a body with it and the keys of the songs `a` to `e`.
public typealias RemoteRatingRepositoryFactory = ContractFactory<
    @Sendable (@Sendable (any RemoteRatingRepository, [String: String]) async throws -> Void) async throws -> Void
>

/// The rules of every `RemoteRatingRepository`.
public enum RemoteRatingRepositoryContract {
    public typealias Rule = ContractRule<RemoteRatingRepositoryFactory>

    public static let rules: [Rule] = [
        Rule("returns no rating of songs that are not rated, and omits unknown songs") { factory in
            try await factory.make { repository, keys in
                let (a, b) = (try key("a", keys), try key("b", keys))
                try await expect(repository, of: [a, b, unknown], [a: nil, b: nil])
                try await expect(repository, of: [], [:])
            }
        },
        Rule("rates songs with each rating, changes ratings and removes them") { factory in
            try await factory.make { repository, keys in
                let all = try ["a", "b", "c", "d", "e"].map { try key($0, keys) }
                for (key, rating) in zip(all, Rating.allCases) { try await rate(rating, [key], repository) }
                try await expect(
                    repository, of: all, Dictionary(uniqueKeysWithValues: zip(all, Rating.allCases.map(Optional.init))))
                try await rate(.one, [all[4], all[0]], repository)
                try await rate(nil, [all[1], all[2]], repository)
                try await expect(
                    repository, of: Array(all[1...4]), [all[1]: nil, all[2]: nil, all[3]: .four, all[4]: .one])
            }
        },
        Rule("succeeds for a song that has the rating already") { factory in
            try await factory.make { repository, keys in
                let (a, b) = (try key("a", keys), try key("b", keys))
                for _ in 1...2 {
                    try await rate(.three, [a], repository)
                    try await rate(nil, [b], repository)
                }
                try await expect(repository, of: [a, b], [a: .three, b: nil])
            }
        },
        Rule("changes the other songs if the source does not have one, and returns its key") { factory in
            try await factory.make { repository, keys in
                let (a, b) = (try key("a", keys), try key("b", keys))
                try await rate(.five, [a, unknown, b], repository, missing: [unknown])
                try await expect(repository, of: [a, b], [a: .five, b: .five])
                try await rate(nil, [], repository)
            }
        },
        Rule("throws a cancellation error in a cancelled task") { factory in
            try await factory.make { repository, keys in
                let a = try key("a", keys)
                await expectCancellation { _ = try await repository.setRating(.two, of: [a]) }
                await expectCancellation { _ = try await repository.ratings(of: [a]) }
                try await expect(repository, of: [a], [a: nil])
            }
        },
    ]

    private static let unknown = "7f3a0000000000000000000000000000"

    private static func expect(
        _ repository: any RemoteRatingRepository, of keys: [String], _ expected: [String: Rating?]
    ) async throws {
        let found = try await repository.ratings(of: keys)
        #expect(found == expected)
    }

    private static func expectCancellation(_ body: @escaping @Sendable () async throws -> Void) async {
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await body()
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    private static func rate(
        _ rating: Rating?, _ keys: [String], _ repository: any RemoteRatingRepository, missing: Set<String> = []
    ) async throws {
        let found = try await repository.setRating(rating, of: keys)
        #expect(found == missing)
    }

    private static func key(_ letter: String, _ keys: [String: String]) throws -> String {
        try #require(keys[letter])
    }
}
