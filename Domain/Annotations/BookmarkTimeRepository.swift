public import Foundation

/// When a person bookmarked songs, albums and artists, rounded down to seconds.
///
/// A time goes with its bookmark: it leaves when that is removed, and returns when the removal is undone. Bookmarks that a
/// source or an import without times has set, and those of libraries before version 23, have none.
public protocol BookmarkTimeRepository: Sendable {
    /// Returns the times of songs, in the order of the ids; nil where the time is unknown.
    func bookmarkTimes(ofSongs songs: [MusicID]) async throws -> [Date?]

    /// Returns the times of albums and artists, in their order; nil where the time is unknown.
    func bookmarkTimes(of subjects: [AnnotatedSubject]) async throws -> [Date?]
}

extension BookmarkTimeRepository {
    /// Returns the times of those songs that are bookmarked.
    public func times(of songs: [Music]) async throws -> [MusicID: Date] {
        let ids = songs.filter(\.isBookmarked).map(\.id)
        if ids.isEmpty { return [:] }
        let times = try await bookmarkTimes(ofSongs: ids)
        return Dictionary(zip(ids, times).compactMap { id, time in time.map { (id, $0) } }) { first, _ in first }
    }

    /// Returns the annotations of artists with the times of their bookmarks.
    public func dated(
        _ annotations: [SubjectAnnotations], ofArtists names: [String]
    ) async throws -> [SubjectAnnotations] {
        try await dated(annotations) { .artist(names[$0]) }
    }

    /// Returns annotations with the times of their bookmarks; `subject` is the one at a place.
    func dated(
        _ annotations: [SubjectAnnotations], of subject: (Int) -> AnnotatedSubject
    ) async throws -> [SubjectAnnotations] {
        var dated = annotations
        let places = annotations.indices.filter { annotations[$0].isBookmarked }
        if places.isEmpty { return annotations }
        let times = try await bookmarkTimes(of: places.map(subject))
        for (place, time) in zip(places, times) { dated[place].bookmarked = time }
        return dated
    }
}
