public import FermataDomain
import Testing

/// Makes a remote repository of a source with given playlists, and runs a body with it.
public typealias RemotePlaylistRepositoryFactory = ContractFactory<
    @Sendable ([RemotePlaylist], @Sendable (any RemotePlaylistRepository) async throws -> Void) async throws -> Void
>

/// The rules of every `RemotePlaylistRepository`.
public enum RemotePlaylistRepositoryContract {
    public typealias Rule = ContractRule<RemotePlaylistRepositoryFactory>

    private static let samples = [
        RemotePlaylist(key: "1", name: "Carols", songKeys: ["a", "b", "a"]),
        RemotePlaylist(key: "2", name: "캐롤 모음", songKeys: []),
        RemotePlaylist(key: "3", name: "Carols", songKeys: ["ü"]),
    ]

    public static let rules: [Rule] = [
        Rule("returns all playlists of the source with their music in order") { factory in
            try await factory.make(samples) { repository in
                let all = try await repository.all()
                #expect(all == samples)
            }
        },
        Rule("completes a fetch from a source without playlists") { factory in
            try await factory.make([]) { repository in
                let all = try await repository.all()
                #expect(all.isEmpty)
            }
        },
        Rule("reports no change, or returns everything, for its own revision") { factory in
            try await factory.make(samples) { repository in
                let first = try await repository.playlistBatches(since: nil).collected().end
                guard case .complete(let revision) = first else {
                    Issue.record("The first fetch has to be complete.")
                    return
                }
                let fetched = try await repository.playlistBatches(since: revision).collected()
                let count = fetched.batches.reduce(0) { $0 + $1.count }
                #expect(count == (fetched.end == .unchanged ? 0 : samples.count))
            }
        },
        Rule("stops when its consumer stops, and fetches anew for the next one") { factory in
            try await factory.make(samples) { repository in
                #expect(try await repository.playlistBatches(since: nil).endsWithItsConsumer())
                for _ in 1...2 {
                    let all = try await repository.all()
                    #expect(all == samples)
                }
            }
        },
    ]
}

extension RemotePlaylistRepository {
    fileprivate func all() async throws -> [RemotePlaylist] {
        try await playlistBatches(since: nil).collected().batches.flatMap(\.playlists)
    }
}
