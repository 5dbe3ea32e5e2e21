public import FermataDomain
public import Foundation
import Synchronization

/// An in-memory library that evaluates `MusicQuery+Meaning` and passes every contract.
public final class InMemoryMusicRepository: LocalMusicRepository, SourceRepository, LyricsRepository,
    MusicRecordRepository
{
    struct State {
        var sources: [Source] = []
        /// The names that record ids derive from, by the name of a renamed source.
        var identities: [String: String] = [:]
        var revisions: [String: String] = [:]
        var rejected: [String: Int] = [:]
        /// The number of the latest sync of each source.
        var syncs: [String: Int] = [:]
        var music: [MusicID: Music] = [:]
        var lyrics: [MusicID: String] = [:]
        /// Lyrics that a source has provided on request.
        var requestedLyrics: [MusicID: Lyrics] = [:]
        var records: [RecordKey: (fingerprint: UInt64?, music: MusicID)] = [:]
        var recordings: [RecordKey: MusicBrainzID] = [:]
        var provided: [RecordKey: RemoteMusic] = [:]
        /// The ids of bookmarked but missing music, by each id under which it may appear.
        var unmatchedBookmarks: [MusicID: MusicID] = [:]
        /// The ratings of missing music and the id that it had, by each id under which it may appear.
        var heldRatings: [MusicID: (music: MusicID, rating: Rating)] = [:]
        /// In the order they were added.
        var plays: [Play] = []
        var observers: [UUID: @Sendable () -> Void] = [:]
    }

    struct RecordKey: Hashable {
        let source: String
        let id: MusicID
    }

    let state = Mutex(State())
    let now: @Sendable () -> Date

    private let parseLyrics: @Sendable (String) -> Lyrics

    /// `parseLyrics` reads the lyrics that sources provide; by default, as plain text.
    public init(
        now: @escaping @Sendable () -> Date,
        parseLyrics: @escaping @Sendable (String) -> Lyrics = { text in
            Lyrics(text.split(separator: "\n").map { LyricLine(String($0)) })
        }
    ) {
        self.now = now
        self.parseLyrics = parseLyrics
    }

    public func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> {
        AsyncThrowingStream { continuation in
            let id = UUID()
            let last = Mutex<MusicPage?>(nil)
            let emit: @Sendable () -> Void = { [weak self] in
                // Reads the page within the lock, so that the newest one is emitted last.
                last.withLock { last in
                    guard let page = self?.page(of: query) else { return }
                    if last != page { continuation.yield(page) }
                    last = page
                }
            }
            state.withLock { $0.observers[id] = emit }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.observers.removeValue(forKey: id) }
            }
            emit()
        }
    }

    public func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        BatchSequence(batchSize: 100) { [self] in page(of: query).music }
    }

    public func count(_ query: MusicQuery) async throws -> Int {
        state.withLock { $0.songs.count(where: query.matches) }
    }

    public func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws
        -> [Music]
    {
        state.withLock { state in
            Array(
                state.songs.filter { prefix.range.contains($0.id) && filter.allows($0.explicit) }.sorted {
                    $0.id < $1.id
                }.prefix(limit))
        }
    }

    public func ids(from first: MusicID, allowing filter: ExplicitFilter, limit: Int) async throws -> [MusicID] {
        state.withLock { state in
            let songs = state.songs.filter { $0.id >= first && filter.allows($0.explicit) }
            return Array(songs.map(\.id).sorted().prefix(limit))
        }
    }

    public func music(_ ids: [MusicID], allowing filter: ExplicitFilter) async throws -> [Music] {
        state.withLock { $0.songs.filter { filter.allows($0.explicit) }.ordered(by: ids) }
    }

    public func ids(among ids: [MusicID], allowing filter: ExplicitFilter) async throws -> Set<MusicID> {
        Set(try await music(ids, allowing: filter).map(\.id))
    }

    public func lyrics(of id: MusicID, allowing filter: ExplicitFilter) async throws -> Lyrics {
        let (text, requested) = try state.withLock { state in
            guard let music = state.music[id], filter.allows(music.explicit) else {
                throw MusicError.notFound(id.description)
            }
            return (state.lyrics[id] ?? "", state.requestedLyrics[id])
        }
        let provided = parseLyrics(text)
        return provided.isEmpty ? requested ?? .none : provided
    }

    public func songsWithLyrics(
        among ids: [MusicID], allowing filter: ExplicitFilter
    ) async throws -> Set<MusicID> {
        state.withLock { state in
            Set(ids).filter { id in
                guard let music = state.music[id], filter.allows(music.explicit) else { return false }
                return state.lyrics[id]?.isEmpty == false || state.requestedLyrics[id]?.isEmpty == false
            }
        }
    }

    public func origins(of id: MusicID) async throws -> [LyricsOrigin] {
        state.withLock { state in
            guard let music = state.music[id] else { return [] }
            return music.sources.compactMap { source in
                let key = state.records.first { $0.key.source == source && $0.value.music == id }?.key
                guard let song = key.flatMap({ state.provided[$0] }), song.needsKey else { return nil }
                return LyricsOrigin(source: source, key: song.key, title: music.title, artist: music.artist)
            }
        }
    }

    public func store(_ lyrics: Lyrics, of id: MusicID) async throws {
        state.withLock { state in
            guard state.music[id] != nil, state.requestedLyrics[id] == nil else { return }
            state.requestedLyrics[id] = lyrics
        }
    }

    public func records(of id: MusicID, allowing filter: ExplicitFilter) async throws -> [MusicRecord] {
        try state.withLock { state in
            guard let music = state.music[id], filter.allows(music.explicit) else {
                throw MusicError.notFound(id.description)
            }
            return music.sources.compactMap { source in
                let key = state.records.first { $0.key.source == source && $0.value.music == id }?.key
                return key.flatMap { state.provided[$0] }.map { song in
                    MusicRecord(
                        source: source, title: song.title, artist: song.artist, album: song.album,
                        duration: song.duration, explicit: song.explicit, audioURL: song.audioURL)
                }
            }
        }
    }

    public func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music] {
        try change(ids) { $0.isBookmarked = isBookmarked }
    }

    public func setRating(_ rating: Rating?, of ids: [MusicID]) async throws -> [Music] {
        try change(ids) { $0.rating = rating }
    }

    private func change(_ ids: [MusicID], _ change: (inout Music) -> Void) throws -> [Music] {
        defer { notify() }
        return try state.withLock { state in
            if let id = ids.first(where: { state.music[$0] == nil }) { throw MusicError.notFound(id.description) }
            for id in ids {
                guard var song = state.music[id] else { continue }
                change(&song)
                state.music[id] = song
            }
            let songs = Dictionary(uniqueKeysWithValues: state.songs.map { ($0.id, $0) })
            return ids.compactMap { songs[$0] }
        }
    }

    public func beginSync(over source: String) async throws -> any SyncSession<RemoteBatch> {
        try InMemoryMusicSyncSession(repository: self, source: source)
    }

    public func sources() async throws -> [Source] {
        state.withLock { state in
            state.sources.map { source in
                var source = source
                source.count = state.records.keys.count { $0.source == source.name }
                return source
            }
        }
    }

    public func add(_ source: Source) async throws {
        try state.withLock { state in
            if state.sources.contains(where: { $0.name == source.name }) {
                throw SourceError.alreadyExists(source.name)
            }
            let identities = Set(state.sources.map { state.identity(of: $0.name) })
            if identities.contains(source.name) {
                state.identities[source.name] = (2...).lazy.map { "\(source.name), \($0)" }.first {
                    !identities.contains($0)
                }
            }
            state.sources.append(source)
        }
    }

    public func update(_ name: String, to source: Source) async throws {
        try state.withLock { state in
            guard let index = state.sources.firstIndex(where: { $0.name == name }) else {
                throw SourceError.notFound(name, known: state.sources.map(\.name).sorted())
            }
            if source.name != name, state.sources.contains(where: { $0.name == source.name }) {
                throw SourceError.alreadyExists(source.name)
            }
            let before = state.sources[index]
            state.sources[index].address = source.address
            state.sources[index].playlists = source.playlists
            if source.address != before.address {
                state.sources[index].issue = nil
                state.revisions[name] = nil
                for key in state.records.keys where key.source == name { state.records[key]?.fingerprint = nil }
            }
            if source.name != name { state.rename(name, to: source.name) }
        }
        notify()
    }

    public func setIssue(_ issue: SyncIssue?, of source: Source) async throws {
        state.withLock { state in
            let index = state.sources.firstIndex { $0.name == source.name && $0.address == source.address }
            if let index { state.sources[index].issue = issue }
        }
        notify()
    }

    public func remove(named name: String, keepingBookmarked: Bool) async throws {
        try state.withLock { state in
            guard state.sources.contains(where: { $0.name == name }) else {
                throw SourceError.notFound(name, known: state.sources.map(\.name).sorted())
            }
            state.removeRecords(of: name, where: { _ in true }) { keepingBookmarked ? .keepMusic : .discard }
            state.sources.removeAll { $0.name == name }
            (state.revisions[name], state.identities[name]) = (nil, nil)
        }
        notify()
    }

    /// The song with a record's id, or else with its own id.
    func song(_ id: MusicID) -> Music? {
        state.withLock { state in state.music[state.records.first { $0.key.id == id }?.value.music ?? id] }
    }

    func add(_ play: Play) {
        state.withLock { $0.plays.append(play) }
        notify()
    }

    func notify() {
        for observer in state.withLock({ Array($0.observers.values) }) { observer() }
    }

    private func page(of query: MusicQuery) -> MusicPage {
        state.withLock { state in
            let since = state.sources.compactMap(\.refreshed).min()
            let freshness: Freshness = state.sources.isEmpty ? .noSources : .stored(since: since)
            return MusicPage(music: query.results(from: state.songs), freshness: freshness)
        }
    }
}

extension InMemoryMusicRepository.State {
    /// The music with its plays, which are stored by the id of a song or of a record.
    var songs: [Music] {
        let plays = Dictionary(grouping: plays) { play in
            records.first { $0.key.id == play.song }?.value.music ?? play.song
        }
        return music.values.map { song in
            var song = song
            song.plays = plays[song.id]?.count ?? 0
            song.lastPlayed = plays[song.id]?.map(\.started).max()
            return song
        }
    }
}
