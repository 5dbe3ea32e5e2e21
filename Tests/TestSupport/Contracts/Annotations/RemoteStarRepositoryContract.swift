public import FermataDomain
import Testing

/// Makes a remote repository of a source without stars, and runs a body with it and the keys of the songs `a` to `e`.
public typealias RemoteStarRepositoryFactory = ContractFactory<
    @Sendable (@Sendable (any RemoteStarRepository, [String: String]) async throws -> Void) async throws -> Void
>

/// The rules of every `RemoteStarRepository`.
public enum RemoteStarRepositoryContract {
    public typealias Rule = ContractRule<RemoteStarRepositoryFactory>

    public static let rules: [Rule] = [
        Rule("returns no keys of a source without stars") { factory in
            try await factory.make { repository, _ in try await expect(repository, []) }
        },
        Rule("returns the keys of the songs that were starred and not unstarred") { factory in
            try await factory.make { repository, keys in
                let (a, b, c) = (try key("a", keys), try key("b", keys), try key("c", keys))
                try await set(true, [a, b, c], repository)
                try await expect(repository, [a, b, c])
                try await set(false, [b], repository)
                try await expect(repository, [a, c])
            }
        },
        Rule("succeeds for a song that has the state already") { factory in
            try await factory.make { repository, keys in
                let (a, b) = (try key("a", keys), try key("b", keys))
                for _ in 1...2 {
                    try await set(true, [a], repository)
                    try await set(false, [b], repository)
                }
                try await expect(repository, [a])
            }
        },
        Rule("changes the other songs if the source does not have one, and returns its key") { factory in
            try await factory.make { repository, keys in
                let (a, b, c) = (try key("a", keys), try key("b", keys), try key("c", keys))
                let unknown = "7f3a0000000000000000000000000000"
                try await set(true, [a, unknown, b], repository, missing: [unknown])
                try await expect(repository, [a, b])
                try await set(false, [unknown, a], repository, missing: [unknown])
                try await set(true, [c], repository)
                try await expect(repository, [b, c])
            }
        },
        Rule("changes nothing without keys") { factory in
            try await factory.make { repository, _ in
                try await set(true, [], repository)
                try await expect(repository, [])
            }
        },
        Rule("throws a cancellation error in a cancelled task") { factory in
            try await factory.make { repository, keys in
                let a = try key("a", keys)
                await expectCancellation { _ = try await repository.setStar(true, of: [a]) }
                await expectCancellation { _ = try await repository.starredKeys() }
                try await expect(repository, [])
            }
        },
    ]

    private static func expect(_ repository: any RemoteStarRepository, _ keys: Set<String>) async throws {
        let starred = try await repository.starredKeys()
        #expect(starred == keys)
    }

    private static func expectCancellation(_ body: @escaping @Sendable () async throws -> Void) async {
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await body()
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    private static func set(
        _ isStarred: Bool, _ keys: [String], _ repository: any RemoteStarRepository, missing: Set<String> = []
    ) async throws {
        let found = try await repository.setStar(isStarred, of: keys)
        #expect(found == missing)
    }

    private static func key(_ letter: String, _ keys: [String: String]) throws -> String {
        try #require(keys[letter])
    }
}
