public import FermataDomain
import Foundation
import Synchronization

/// The bookmarks and ratings of albums and artists in memory. It stores no changes that can be undone, and each bookmark
/// has the same time.
public final class InMemorySubjectAnnotationRepository: SubjectImportRepository {
    private static let time = Date(timeIntervalSince1970: 1_700_000_000)
    private let stored = Mutex<[UInt64: ExportedAnnotations]>([:])
    private let isVisible: @Sendable (AnnotatedSubject, ExplicitFilter) -> Bool
    private let ids: @Sendable (AlbumID) -> [AlbumID]

    /// `isVisible` is whether the library has music of a subject that a filter allows, and `ids` are the
    /// `Album.annotationIDs` of an album.
    public init(
        isVisible: @escaping @Sendable (AnnotatedSubject, ExplicitFilter) -> Bool = { _, _ in true },
        ids: @escaping @Sendable (AlbumID) -> [AlbumID] = { [$0] }
    ) {
        (self.isVisible, self.ids) = (isVisible, ids)
    }

    /// The annotations of the music of a library in memory.
    public convenience init(of library: InMemoryMusicRepository) {
        let songs = { @Sendable in library.state.withLock { $0.songs } }
        self.init { subject, filter in
            switch subject {
            case .album(let id, _, _):
                Self.albums(of: songs(), allowing: filter).contains { $0.ids.contains(id) }
            case .artist(let name): !MusicQuery(artist: name, explicit: filter).results(from: songs()).isEmpty
            }
        } ids: { id in
            let albums = ExplicitFilter.allCases.flatMap { Self.albums(of: songs(), allowing: $0) }
            return albums.first { $0.id == id }?.ids ?? [id]
        }
    }

    private static func albums(
        of music: [Music], allowing filter: ExplicitFilter
    ) -> [(id: AlbumID, ids: [AlbumID])] {
        AlbumGroups.songs(of: music.filter { filter.allows($0.explicit) }).compactMap { release, songs in
            Album(inOrder: songs, release).map { ($0.id, $0.annotationIDs(of: songs)) }
        }
    }

    public func edit(_ subjects: [AnnotatedSubject], _ edit: AnnotationEdit) async throws {
        for subject in subjects { change(subject) { edit.apply(to: &$0, at: Self.time) } }
    }

    public func annotations(of subjects: [AnnotatedSubject]) async throws -> [SubjectAnnotations] {
        stored.withLock { stored in subjects.map { annotations(of: $0, in: stored).withoutTime } }
    }

    public func all(allowing filter: ExplicitFilter) async throws -> [ExportedAnnotations] {
        let all = stored.withLock { $0.values.filter { $0.annotations != SubjectAnnotations() } }
        return all.filter { filter == .all || isVisible($0.subject, filter) }.sorted { $0.precedes($1) }
    }

    public func add(
        _ annotations: [ExportedAnnotations], allowing filter: ExplicitFilter
    ) async throws -> [ImportResult] {
        annotations.map { added in
            let isNew = change(added.subject) { $0.add(added.annotations) }
            return isNew || filter != .all && !isVisible(added.subject, filter) ? .added : .existing
        }
    }

    /// The annotations of albums.
    var ofAlbums: [AlbumID: SubjectAnnotations] {
        stored.withLock { stored in
            stored.reduce(into: [:]) { annotations, stored in
                guard case .album = stored.value.subject else { return }
                annotations[AlbumID(stored.key)] = stored.value.annotations.withoutTime
            }
        }
    }

    private func change<Value>(
        _ subject: AnnotatedSubject, _ change: (inout SubjectAnnotations) -> Value
    ) -> Value {
        stored.withLock { stored in
            var annotations = annotations(of: subject, in: stored)
            let before = annotations
            let value = change(&annotations)
            if annotations == before { return value }
            let ids = ids(of: subject)
            let own = ids.firstIndex(of: subject.id) ?? 0
            let place = ids[...own].firstIndex { stored[$0] != nil } ?? own
            let hidesOthers = ids[(place + 1)...].contains { stored[$0] != nil }
            var placed = subject
            if case .album(_, let name, let artist) = subject {
                placed = .album(AlbumID(ids[place]), name: name, artist: artist)
            }
            let isRemoved = annotations == SubjectAnnotations() && !hidesOthers
            stored[ids[place]] = isRemoved ? nil : ExportedAnnotations(annotations, of: placed)
            return value
        }
    }

    private func annotations(
        of subject: AnnotatedSubject, in stored: [UInt64: ExportedAnnotations]
    ) -> SubjectAnnotations {
        ids(of: subject).lazy.compactMap { stored[$0]?.annotations }.first ?? SubjectAnnotations()
    }

    private func ids(of subject: AnnotatedSubject) -> [UInt64] {
        guard case .album(let id, _, _) = subject else { return [subject.id] }
        return ids(id).map(\.value)
    }
}

extension SubjectAnnotations {
    var withoutTime: SubjectAnnotations { SubjectAnnotations(isBookmarked: isBookmarked, rating: rating) }
}
