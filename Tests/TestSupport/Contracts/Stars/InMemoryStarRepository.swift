public import FermataDomain
import Synchronization

/// Songs that several sources share, their bookmarks, and the changes that wait for these sources, in memory.
public final class InMemoryStarRepository: StarRepository {
    private struct State {
        /// The state of each song by source and key.
        var songs: [String: [String: StarState]]
        var revisions: [String: Int] = [:]

        var nextChange: Int {
            let changes = songs.values.flatMap { $0.values.compactMap { $0.change?.number } }
            return 1 + (changes + revisions.values).reduce(0, max)
        }

        mutating func setBookmark(_ isBookmarked: Bool, of key: String) {
            let number = nextChange
            for source in songs.keys { songs[source]?[key]?.setBookmark(isBookmarked, number: number) }
        }

        mutating func count(_ source: String) { revisions[source] = nextChange }
    }

    private let state: Mutex<State>

    /// Each song has the same key in all sources.
    public init(sources: [String], keys: [String]) {
        let songs = Dictionary(uniqueKeysWithValues: keys.map { ($0, StarState()) })
        state = Mutex(State(songs: Dictionary(uniqueKeysWithValues: sources.map { ($0, songs) })))
    }

    public func setBookmark(_ isBookmarked: Bool, of key: String) {
        state.withLock { $0.setBookmark(isBookmarked, of: key) }
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
                    state.setBookmark(after.isBookmarked, of: key)
                }
                state.songs[source]?[key] = after
            }
            state.count(source)
            return summary
        }
    }
}
