public import FermataDomain

extension OfflineFirstMusicRepository: SourceReader {
    /// Syncs a source's music, then its playlists and stars, and stores the issue of an incomplete sync.
    ///
    /// A source of an unknown kind has a failed result.
    public func read(
        _ source: Source, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult {
        let source = try await stored(source.name) ?? source
        var result = try await sync(source, progress: progress)
        result.issue = result.issue(at: now())
        do {
            try await sources.setIssue(result.issue, of: source)
        } catch LibraryError.cannotWrite where result.issue != nil {
            // On a full disk the issue cannot be stored, but the result still names the failure.
            result.issue = nil
        }
        return result
    }

    private func sync(
        _ source: Source, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult {
        var outcome = try await readMusic(source, progress: progress)
        if case .failed = outcome.result { return outcome }
        if let playlists = try await readPlaylists(source, progress: progress) {
            outcome.playlists = playlists.summary
            outcome.isPartial = outcome.isPartial || playlists.isPartial
            switch playlists.result {
            case .unchanged: break
            case .refreshed: outcome.result = .refreshed
            case .failed(let failure): outcome.playlistsFailure = failure
            }
        }
        try await stars?.sync(source, retries: refreshing.retries, clock: refreshing.clock, into: &outcome)
        return outcome
    }

    private func readMusic(
        _ source: Source, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult {
        let remote: any RemoteMusicRepository
        do { remote = try self.remote(source) } catch let error as SourceError where error.isInvalidDefinition {
            return .failed(source, error, at: source.shownAddress)
        }
        return try await refreshing.run(
            source, at: source.shownAddress, limit: refreshing.songLimit,
            begin: { try await begin(source, local.beginSync) },
            batches: { remote.batches(since: $0) }, progress: progress)
    }

    /// Returns nil for a source without playlists.
    private func readPlaylists(
        _ source: Source, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult? {
        guard let playlists else { return nil }
        let remote: any RemotePlaylistRepository
        let address = source.shownPlaylists ?? source.shownAddress
        do {
            guard let found = try playlists.remote(source) else { return nil }
            remote = found
        } catch let error as SourceError where error.isInvalidDefinition {
            return .failed(source, error, at: address)
        }
        return try await refreshing.run(
            source, at: address, mayBeEmpty: true,
            begin: { try await begin(source, playlists.local.beginSync) },
            batches: { remote.playlistBatches(since: $0) }, progress: progress)
    }

    /// Begins a sync of a source. Throws `SourceError.changed` if its stored definition differs from this one.
    private func begin<Session>(
        _ source: Source, _ beginSync: (String) async throws -> Session
    ) async throws -> Session {
        let session = try await beginSync(source.name)
        // The session notices later changes.
        if let stored = try await stored(source.name), !stored.hasDefinition(of: source) {
            throw SourceError.changed(source.name)
        }
        return session
    }

    private func stored(_ name: String) async throws -> Source? {
        try await sources.sources().first { $0.name == name }
    }
}

extension SyncResult {
    fileprivate static func failed(_ source: Source, _ error: SourceError, at address: String) -> SyncResult {
        SyncResult(
            source: source.name, summary: SyncSummary(),
            result: .failed(SourceFailure(.invalidSource(error), address: address)))
    }
}

extension Source {
    fileprivate func hasDefinition(of other: Source) -> Bool {
        (kind, address, playlists, added) == (other.kind, other.address, other.playlists, other.added)
    }
}

extension SourceError {
    /// Whether the stored definition of the source is invalid.
    var isInvalidDefinition: Bool {
        switch self {
        case .unknownKind, .playlistsUnsupported, .invalidAddress, .invalidPlaylistAddress: true
        case .notFound, .alreadyExists, .changed, .addressInUse, .invalidName, .tooMany, .credentialsUnsupported,
            .userMissing,
            .secretMissing, .signInRefused, .credentials, .invalidCertificates:
            false
        }
    }
}
