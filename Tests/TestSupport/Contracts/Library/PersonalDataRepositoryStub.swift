package import FermataDomain
import Synchronization

/// Stores personal data in arrays, knows no music, and records the filters of reads.
package final class PersonalDataRepositoryStub: PersonalDataRepository {
    private struct State {
        var bookmarks: [ExportedBookmark]
        var ratings: [ExportedRating]
        var playlists: [ExportedPlaylist]
        var sources: [ExportedSource]
        var filters: [ExplicitFilter] = []
    }

    private let state: Mutex<State>

    package init(
        bookmarks: [ExportedBookmark] = [], ratings: [ExportedRating] = [], playlists: [ExportedPlaylist] = [],
        sources: [ExportedSource] = []
    ) {
        state = Mutex(State(bookmarks: bookmarks, ratings: ratings, playlists: playlists, sources: sources))
    }

    package var filters: [ExplicitFilter] { state.withLock(\.filters) }

    package func bookmarks(
        allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ExportedBookmark], any Error> & Sendable {
        BatchSequence(batchSize: 2) { [self] in read(filter) { $0.bookmarks } }
    }

    package func ratings(allowing filter: ExplicitFilter) -> any AsyncSequence<[ExportedRating], any Error> & Sendable {
        BatchSequence(batchSize: 2) { [self] in read(filter) { $0.ratings } }
    }

    package func playlists(
        allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ExportedPlaylist], any Error> & Sendable {
        BatchSequence(batchSize: 2) { [self] in read(filter) { $0.playlists } }
    }

    package func unmatchedBookmarkCount() async throws -> Int { state.withLock { $0.bookmarks.count } }

    package func sources() async throws -> [ExportedSource] { state.withLock(\.sources) }

    package func add(_ bookmarks: [ExportedBookmark], allowing filter: ExplicitFilter) async throws -> [ImportResult] {
        add(bookmarks, to: \.bookmarks, as: .unmatched)
    }

    package func add(_ ratings: [ExportedRating], allowing filter: ExplicitFilter) async throws -> [ImportResult] {
        add(ratings, to: \.ratings, as: .unmatched)
    }

    package func add(_ playlists: [ExportedPlaylist], allowing filter: ExplicitFilter) async throws -> [ImportResult] {
        add(playlists, to: \.playlists, as: .added)
    }

    package func add(_ sources: [ExportedSource]) async throws -> [ImportResult] {
        add(sources, to: \.sources, as: .added)
    }

    private func read<Record: Sendable>(_ filter: ExplicitFilter, _ records: (State) -> [Record]) -> [Record] {
        state.withLock { state in
            state.filters.append(filter)
            return records(state)
        }
    }

    private func add<Record: Equatable>(
        _ records: [Record], to path: WritableKeyPath<State, [Record]>, as result: ImportResult
    ) -> [ImportResult] {
        state.withLock { state in
            records.map { record in
                if state[keyPath: path].contains(record) { return .existing }
                state[keyPath: path].append(record)
                return result
            }
        }
    }
}
