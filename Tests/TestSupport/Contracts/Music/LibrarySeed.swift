public import FermataDomain

/// The content of a library under test: sources, synced in order, a minute apart.
public struct LibrarySeed: Sendable {
    public var sources: [(name: String, music: [RemoteMusic])]

    public init(_ sources: [(name: String, music: [RemoteMusic])] = []) {
        self.sources = sources
    }

    public init(_ music: [RemoteMusic]) {
        self.init([(name: "radio", music: music)])
    }

    /// Fills a local repository by one complete sync of each source.
    public func fill(
        _ repository: any LocalMusicRepository, _ sources: any SourceRepository, time: TestTime
    ) async throws {
        for source in self.sources {
            time.advance(by: 60)
            try await sources.add(
                Source(name: source.name, kind: "test", address: "test:\(source.name)", added: time.now))
            _ = try await repository.refresh(source.name, with: source.music)
        }
    }
}

extension LocalMusicRepository {
    /// Syncs a source completely with exactly this music.
    public func refresh(
        _ source: String, with music: [RemoteMusic], revision: String? = nil
    ) async throws -> SyncSummary {
        let session = try await beginSync(over: source)
        try await session.apply(RemoteBatch(records: RemoteRecord.records(of: music)))
        return try await session.finish(.complete(revision: revision))
    }
}

extension RemoteRecord {
    /// Records that are already read.
    public static func records(of music: [RemoteMusic]) -> [RemoteRecord] {
        music.enumerated().map { index, music in
            RemoteRecord(position: index + 1, fingerprint: stableHash("\(music)"), read: { music })
        }
    }
}

/// FNV-1a, 64 bits.
func stableHash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
