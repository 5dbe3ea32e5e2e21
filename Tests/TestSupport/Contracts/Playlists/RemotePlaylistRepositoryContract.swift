public import FermataDomain
public import Testing
import Synchronization

/// How a remote repository of playlists under test is made: by a name, over a place that has certain playlists.
public struct RemotePlaylistRepositoryFactory: Sendable, CustomTestStringConvertible {
    public typealias Body = @Sendable (any RemotePlaylistRepository) async throws -> Void
    public let name: String
    /// Calls its second argument with a repository over a place that has the first, and ends what that needed.
    public let with: @Sendable ([RemotePlaylist], Body) async throws -> Void

    public init(_ name: String, with: @escaping @Sendable ([RemotePlaylist], Body) async throws -> Void) {
        self.name = name
        self.with = with
    }

    public var testDescription: String { name }
}

/// The rules of every `RemotePlaylistRepository`.
public enum RemotePlaylistRepositoryContract {
    public typealias Rule = ContractRule<RemotePlaylistRepositoryFactory>

    private static let samples = [
        RemotePlaylist(key: "1", name: "Carols", music: ["a", "b", "a"]),
        RemotePlaylist(key: "2", name: "캐롤 모음", music: []),
        RemotePlaylist(key: "3", name: "Carols", music: ["ü"]),
    ]

    public static let rules: [Rule] = [
        Rule("delivers all playlists of the source with their music in order") { factory in
            try await factory.with(samples) { repository in
                let all = try await repository.all()
                #expect(all == samples)
            }
        },
        Rule("completes a fetch from a source without playlists") { factory in
            try await factory.with([]) { repository in
                let all = try await repository.all()
                #expect(all.isEmpty)
            }
        },
        Rule("reports no change, or delivers everything, for its own revision") { factory in
            try await factory.with(samples) { repository in
                let first = try await repository.deliverPlaylists(since: nil) { _ in }
                guard case .complete(let revision) = first else {
                    Issue.record("The first fetch has to be complete.")
                    return
                }
                let count = Mutex(0)
                let pass = try await repository.deliverPlaylists(since: revision) { batch in
                    count.withLock { $0 += batch.count }
                }
                #expect(count.withLock { $0 } == (pass == .unchanged ? 0 : samples.count))
            }
        },
        Rule("rethrows the receiver's error") { factory in
            try await factory.with(samples) { repository in
                await #expect(throws: SourceError.tooMany(limit: 1)) {
                    _ = try await repository.deliverPlaylists(since: nil) { _ in
                        throw SourceError.tooMany(limit: 1)
                    }
                }
            }
        },
    ]
}

extension RemotePlaylistRepository {
    fileprivate func all() async throws -> [RemotePlaylist] {
        let playlists = Mutex<[RemotePlaylist]>([])
        _ = try await deliverPlaylists(since: nil) { batch in playlists.withLock { $0 += batch.playlists } }
        return playlists.withLock { $0 }
    }
}
