public import FermataDomain
import Synchronization

/// Songs that several sources share, their bookmarks, and the changes that wait for these sources, in memory.
///
/// A source can have a song of its own instead of a shared one, with a bookmark of its own.
public final class InMemoryStarRepository: StarRepository {
    private struct State {
        /// The state of each song by source and key.
        var songs: [String: [String: StarState]]
        /// The keys of the songs that a source does not share, by source.
        var ownKeys: [String: Set<String>] = [:]
        var revisions: [String: Int] = [:]

        var nextChange: Int {
            let changes = songs.values.flatMap { $0.values.compactMap { $0.change?.number } }
            return 1 + (changes + revisions.values).reduce(0, max)
        }

        func isOwn(_ key: String, of source: String) -> Bool { ownKeys[source]?.contains(key) ?? false }

        /// The sources that share a song.
        func sharers(of key: String) -> [String] { songs.keys.filter { !isOwn(key, of: $0) } }

        mutating func setBookmark(_ isBookmarked: Bool, of key: String, in source: String) {
            let number = nextChange
            for other in isOwn(key, of: source) ? [source] : sharers(of: key) {
                songs[other]?[key]?.setBookmark(isBookmarked, number: number)
            }
        }

        mutating func join(_ key: String, of source: String) {
            guard isOwn(key, of: source), var song = songs[source]?[key] else { return }
            let others = sharers(of: key)
            if song.isBookmarked {
                let number = nextChange
                for other in others { songs[other]?[key]?.setBookmark(true, number: number) }
            }
            let isBookmarked = song.isBookmarked || others.contains { songs[$0]?[key]?.isBookmarked ?? false }
            // The bookmark is that of the joined song. The source's waiting change now sends this one.
            song = StarState(isBookmarked: isBookmarked, known: song.known, change: song.change)
            song.join()
            songs[source]?[key] = song
            ownKeys[source]?.remove(key)
        }

        mutating func count(_ source: String) { revisions[source] = nextChange }
    }

    private let state: Mutex<State>

    /// Each song has the same key in all sources.
    public init(sources: [String], keys: [String]) {
        let songs = Dictionary(uniqueKeysWithValues: keys.map { ($0, StarState()) })
        state = Mutex(State(songs: Dictionary(uniqueKeysWithValues: sources.map { ($0, songs) })))
    }

    /// Sets or removes the bookmark of a source's song, and so in all sources that share it.
    public func setBookmark(_ isBookmarked: Bool, of key: String, in source: String) {
        state.withLock { $0.setBookmark(isBookmarked, of: key, in: source) }
    }

    /// Makes a shared song one of the source's own, whose bookmark stays.
    public func separate(_ key: String, of source: String) {
        state.withLock { _ = $0.ownKeys[source, default: []].insert(key) }
    }

    /// Makes a song of the source's own a shared one, which is bookmarked if one of both was.
    public func join(_ key: String, of source: String) {
        state.withLock { $0.join(key, of: source) }
    }

    /// Forgets which stars a source has.
    public func forget(_ source: String) {
        state.withLock { state in
            for key in (state.songs[source] ?? [:]).keys { state.songs[source]?[key]?.forget() }
        }
    }

    /// The states of the songs in a source, by their keys.
    public func states(of source: String) -> [String: StarState] { state.withLock { $0.songs[source] ?? [:] } }

    public func waiting() async throws -> [WaitingChanges] {
        state.withLock { state in
            state.songs.map { WaitingChanges(source: $0.key, count: $0.value.values.filter(\.isWaiting).count) }
                .filter { $0.count ?? 0 > 0 }.sorted { $0.source < $1.source }
        }
    }

    public func beginDelivery(to source: String, after last: StarChange?, limit: Int) async throws -> [StarChange] {
        try state.withLock { state in
            guard let songs = state.songs[source] else {
                throw SourceError.notFound(source, known: state.songs.keys.sorted())
            }
            let changes = songs.sorted { $0.key < $1.key }.enumerated().filter(\.element.value.isWaiting).map {
                row, song in
                StarChange(
                    record: MusicID(UInt64(row)), key: song.key, isStarred: song.value.isBookmarked,
                    number: song.value.change?.number ?? 0)
            }
            let next = changes.filter { $0.number > last?.number ?? 0 }.sorted { $0.number < $1.number }.prefix(limit)
            if next.isEmpty { return [] }
            for change in next { state.songs[source]?[change.key]?.send() }
            state.count(source)
            return Array(next)
        }
    }

    public func endDelivery(_ delivery: StarDelivery, to source: String) async throws {
        state.withLock { state in
            for change in delivery.delivered {
                let next = state.nextChange
                if delivery.missing.contains(change.key) {
                    state.songs[source]?[change.key]?.miss(change.isStarred, number: change.number)
                } else {
                    state.songs[source]?[change.key]?.accept(change.isStarred, number: change.number, next: next)
                }
            }
            for change in delivery.failed {
                let next = state.nextChange
                state.songs[source]?[change.key]?.fail(change.isStarred, next: next)
            }
            state.count(source)
        }
    }

    public func revision(of source: String) async throws -> Int { state.withLock { $0.revisions[source] ?? 0 } }

    public func apply(_ keys: Set<String>, of source: String, at revision: Int) async throws -> SyncSummary? {
        state.withLock { state in
            guard revision == state.revisions[source] ?? 0 else { return nil }
            var summary = SyncSummary()
            for (key, before) in state.songs[source] ?? [:] {
                var after = before
                after.read(keys.contains(key), number: state.nextChange)
                if after.isBookmarked != before.isBookmarked {
                    if after.isBookmarked { summary.added += 1 } else { summary.removed += 1 }
                    state.setBookmark(after.isBookmarked, of: key, in: source)
                }
                state.songs[source]?[key] = after
            }
            state.count(source)
            return summary
        }
    }
}
