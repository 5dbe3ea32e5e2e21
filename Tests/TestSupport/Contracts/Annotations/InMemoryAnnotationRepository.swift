public import FermataDomain
import Synchronization

public typealias InMemoryStarRepository = InMemoryAnnotationRepository<Bool>
public typealias InMemoryRatingRepository = InMemoryAnnotationRepository<Rating?>

/// Songs that several sources share, their annotations, and the changes that wait for these sources, in memory.
///
/// A source can have a song of its own instead of a shared one, with an annotation of its own.
public final class InMemoryAnnotationRepository<Value: Annotation>: AnnotationRepository {
    private struct State {
        /// The state of each song by source and key.
        var songs: [String: [String: AnnotationState<Value>]]
        /// The keys of the songs that a source does not share, by source.
        var ownKeys: [String: Set<String>] = [:]
        var revisions: [String: Int] = [:]

        var nextChange: Int {
            let changes = songs.values.flatMap { $0.values.compactMap { $0.change?.number } }
            return 1 + (changes + revisions.values).reduce(0, max)
        }

        func isOwn(_ key: String, of source: String) -> Bool { ownKeys[source]?.contains(key) ?? false }

        /// The sources that share a song with a source, or that share the song at all.
        func sharers(of key: String, with source: String?) -> [String] {
            if let source, isOwn(key, of: source) { return [source] }
            return songs.keys.filter { !isOwn(key, of: $0) }
        }

        mutating func set(_ value: Value, of key: String, in source: String?) {
            let number = nextChange
            for other in sharers(of: key, with: source) { songs[other]?[key]?.set(value, number: number) }
        }

        mutating func count(_ source: String) { revisions[source] = nextChange }

        /// Applies what a source has sent for a song, and returns the states before and after it.
        mutating func read(
            _ value: Value, of key: String, _ source: String
        ) -> (before: AnnotationState<Value>, after: AnnotationState<Value>)? {
            guard let before = songs[source]?[key] else { return nil }
            var after = before
            after.read(value, number: nextChange)
            songs[source]?[key] = after
            guard after.value != before.value else { return (before, after) }
            let number = nextChange
            for other in sharers(of: key, with: source) where other != source {
                songs[other]?[key]?.set(after.value, number: number)
            }
            return (before, after)
        }
    }

    private let state: Mutex<State>

    /// Each song has the same key in all sources.
    public init(sources: [String], keys: [String]) {
        let songs = Dictionary(uniqueKeysWithValues: keys.map { ($0, AnnotationState<Value>()) })
        state = Mutex(State(songs: Dictionary(uniqueKeysWithValues: sources.map { ($0, songs) })))
    }

    /// Sets the annotation of a source's song, and so in all sources that share it; without a source, of the shared one.
    public func set(_ value: Value, of key: String, in source: String? = nil) {
        state.withLock { $0.set(value, of: key, in: source) }
    }

    /// Makes a shared song one of the source's own, whose annotation stays.
    public func separate(_ key: String, of source: String) {
        state.withLock { _ = $0.ownKeys[source, default: []].insert(key) }
    }

    /// Forgets what is known of a source.
    public func forget(_ source: String) {
        state.withLock { state in
            for key in (state.songs[source] ?? [:]).keys { state.songs[source]?[key]?.forget() }
        }
    }

    /// The states of the songs in a source, by their keys.
    public func states(of source: String) -> [String: AnnotationState<Value>] {
        state.withLock { $0.songs[source] ?? [:] }
    }

    public func waiting() async throws -> [WaitingChanges] {
        state.withLock { state in
            state.songs.map { WaitingChanges(source: $0.key, count: $0.value.values.filter(\.isWaiting).count) }
                .filter { $0.count ?? 0 > 0 }.sorted { $0.source < $1.source }
        }
    }

    public func beginDelivery(
        to source: String, after last: AnnotationChange<Value>?, limit: Int
    ) async throws -> [AnnotationChange<Value>] {
        try state.withLock { state in
            guard let songs = state.songs[source] else {
                throw SourceError.notFound(source, known: state.songs.keys.sorted())
            }
            let changes = songs.sorted { $0.key < $1.key }.enumerated().filter(\.element.value.isWaiting).map {
                row, song in
                AnnotationChange(
                    record: MusicID(UInt64(row)), key: song.key, song.value.value,
                    number: song.value.change?.number ?? 0)
            }
            let next = changes.filter { $0.number > last?.number ?? 0 }.sorted { $0.number < $1.number }.prefix(limit)
            if next.isEmpty { return [] }
            for change in next { state.songs[source]?[change.key]?.send() }
            state.count(source)
            return Array(next)
        }
    }

    public func endDelivery(_ delivery: AnnotationDelivery<Value>, to source: String) async throws {
        state.withLock { state in
            for change in delivery.delivered {
                let next = state.nextChange
                if delivery.missing.contains(change.key) {
                    state.songs[source]?[change.key]?.miss(change.value, number: change.number)
                } else {
                    state.songs[source]?[change.key]?.accept(change.value, number: change.number, next: next)
                }
            }
            for change in delivery.failed {
                let next = state.nextChange
                state.songs[source]?[change.key]?.fail(change.value, next: next)
            }
            state.count(source)
        }
    }

    public func revision(of source: String) async throws -> Int { state.withLock { $0.revisions[source] ?? 0 } }
}

extension InMemoryAnnotationRepository: StarRepository where Value == Bool {
    /// Makes a song of the source's own a shared one, which is bookmarked if one of both was.
    public func join(_ key: String, of source: String) {
        state.withLock { state in
            guard state.isOwn(key, of: source), var song = state.songs[source]?[key] else { return }
            state.ownKeys[source]?.remove(key)
            let others = state.sharers(of: key, with: source).filter { $0 != source }
            if song.value {
                let number = state.nextChange
                for other in others { state.songs[other]?[key]?.set(true, number: number) }
            }
            let isBookmarked = song.value || others.contains { state.songs[$0]?[key]?.value ?? false }
            // The bookmark is that of the joined song. The source's waiting change now sends this one.
            song = StarState(isBookmarked, known: song.known, change: song.change)
            song.join()
            state.songs[source]?[key] = song
        }
    }

    public func apply(_ keys: Set<String>, of source: String, at revision: Int) async throws -> SyncSummary? {
        state.withLock { state in
            guard revision == state.revisions[source] ?? 0 else { return nil }
            var summary = SyncSummary()
            for key in (state.songs[source] ?? [:]).keys {
                guard let (before, after) = state.read(keys.contains(key), of: key, source) else { continue }
                if after.value, !before.value { summary.added += 1 }
                if !after.value, before.value { summary.removed += 1 }
            }
            state.count(source)
            return summary
        }
    }
}

extension InMemoryAnnotationRepository: RatingRepository where Value == Rating? {
    public func apply(_ ratings: [String: Rating?], of source: String, at revision: Int) async throws -> Bool {
        state.withLock { state in
            guard revision == state.revisions[source] ?? 0 else { return false }
            for (key, rating) in ratings { _ = state.read(rating, of: key, source) }
            state.count(source)
            return true
        }
    }

    /// Applies the ratings that the records of a sync state.
    public func readRecords(_ ratings: [String: Rating?], of source: String) {
        state.withLock { state in for (key, rating) in ratings { _ = state.read(rating, of: key, source) } }
    }
}
