public import FermataDomain
import Synchronization

/// The bookmarks and ratings of albums and artists in memory. It stores no changes that can be undone.
public final class InMemorySubjectAnnotationRepository: SubjectImportRepository {
    private let stored = Mutex<[UInt64: ExportedAnnotations]>([:])
    private let isVisible: @Sendable (AnnotatedSubject, ExplicitFilter) -> Bool

    /// `isVisible` is whether the library has music of a subject that a filter allows.
    public init(isVisible: @escaping @Sendable (AnnotatedSubject, ExplicitFilter) -> Bool = { _, _ in true }) {
        self.isVisible = isVisible
    }

    /// The annotations of the music of a library in memory.
    public convenience init(of library: InMemoryMusicRepository) {
        self.init { subject, filter in
            let music = library.state.withLock { $0.songs }
            return switch subject {
            case .album(let id, _, _): AlbumQuery(explicit: filter).results(from: music).contains { $0.id == id }
            case .artist(let name): !MusicQuery(artist: name, explicit: filter).results(from: music).isEmpty
            }
        }
    }

    public func edit(_ subjects: [AnnotatedSubject], _ edit: AnnotationEdit) async throws {
        for subject in subjects { change(subject, edit.apply) }
    }

    public func annotations(of subjects: [AnnotatedSubject]) async throws -> [SubjectAnnotations] {
        stored.withLock { stored in subjects.map { stored[$0.id]?.annotations ?? SubjectAnnotations() } }
    }

    public func all(allowing filter: ExplicitFilter) async throws -> [ExportedAnnotations] {
        let all = stored.withLock { Array($0.values) }
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
            stored.values.reduce(into: [:]) { annotations, stored in
                if case .album(let id, _, _) = stored.subject { annotations[id] = stored.annotations }
            }
        }
    }

    private func change<Value>(
        _ subject: AnnotatedSubject, _ change: (inout SubjectAnnotations) -> Value
    ) -> Value {
        stored.withLock { stored in
            var annotations = stored[subject.id]?.annotations ?? SubjectAnnotations()
            let value = change(&annotations)
            stored[subject.id] =
                annotations == SubjectAnnotations() ? nil : ExportedAnnotations(annotations, of: subject)
            return value
        }
    }
}
