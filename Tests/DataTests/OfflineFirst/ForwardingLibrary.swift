import FermataDomain

/// A library that forwards to another one whatever it does not implement itself.
protocol ForwardingLibrary: LocalMusicRepository {
    var repository: any LocalMusicRepository { get }
}

extension ForwardingLibrary {
    func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> { repository.pages(of: query) }

    func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        repository.batches(of: query)
    }

    func count(_ query: MusicQuery) async throws -> Int { try await repository.count(query) }

    func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws -> [Music] {
        try await repository.music(withPrefix: prefix, allowing: filter, limit: limit)
    }

    func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music] {
        try await repository.setBookmark(isBookmarked, of: ids)
    }

    func beginSync(over source: String) async throws -> any SyncSession<RemoteBatch> {
        try await repository.beginSync(over: source)
    }
}
