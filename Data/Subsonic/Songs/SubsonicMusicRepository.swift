package import FermataDomain

/// Provides the songs of a server with the OpenSubsonic protocol.
package struct SubsonicMusicRepository: RemoteMusicRepository {
    /// The start of each revision. A new format makes the next sync read all songs.
    private static let format = "2 "
    private let source: Source
    private let connections: SubsonicConnections

    /// Throws `SourceError.invalidAddress`.
    package init(_ source: Source, _ connections: SubsonicConnections) throws(SourceError) {
        _ = try SubsonicServer(source.address)
        (self.source, self.connections) = (source, connections)
    }

    /// The address as the library stores it. Throws `SourceError.invalidAddress`.
    package static func address(_ address: String) throws(SourceError) -> String {
        try SubsonicServer(address).address
    }

    package func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch(retriesRequests: true) { send in
            try await connections.read(source) { reader in
                let before = try await ServerState(reader)
                if let known = before.revision, revision == Self.format + known { return .unchanged }
                var fetch = SongFetch(reader, send)
                let isComplete = try await fetch.run(total: before.count)
                let after = try await ServerState(reader)
                // Songs may be missing from pages that were read while the server changed them.
                guard isComplete, after == before, !after.isScanning else { return .partial }
                return .complete(revision: after.revision.map { Self.format + $0 })
            }
        }
    }
}
