public import FermataDomain
import Foundation
import Synchronization

/// The personal data of a library in memory, for tests.
public final class InMemoryPersonalDataRepository: PersonalDataRepository {
    private let library: InMemoryMusicRepository
    private let imported = Mutex<[ExportedPlaylist]>([])

    public init(library: InMemoryMusicRepository) {
        self.library = library
    }

    public func bookmarks(
        allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ExportedBookmark], any Error> & Sendable {
        BatchSequence(batchSize: 100) { [library] in
            library.state.withLock { state in
                let unmatched = Dictionary(grouping: state.unmatchedBookmarks.keys) {
                    state.unmatchedBookmarks[$0] ?? $0
                }
                .map { ExportedBookmark(id: $0, otherIDs: $1.filter { [id = $0] in $0 != id }.sorted()) }
                return state.music.values.filter { $0.isBookmarked && filter.allows($0.explicit) }
                    .map { ExportedBookmark($0, ids: state.ids(of: $0.id)) }.sorted { $0.id < $1.id }
                    + (filter == .all ? unmatched.sorted { $0.id < $1.id } : [])
            }
        }
    }

    public func unmatchedBookmarkCount() async throws -> Int {
        library.state.withLock { state in
            Dictionary(grouping: state.unmatchedBookmarks.keys) { state.unmatchedBookmarks[$0] ?? $0 }
                .count { !$0.value.contains { state.music(by: $0) != nil } }
        }
    }

    public func playlists(
        allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ExportedPlaylist], any Error> & Sendable {
        BatchSequence(batchSize: 100) { [self] in
            all().map { playlist in
                var playlist = playlist
                playlist.entries = library.state.withLock { state in
                    playlist.entries.compactMap { state.entry($0.id, allowing: filter) }
                }
                return playlist
            }
            .filter { filter == .all || !$0.entries.isEmpty }
            .sorted { (SortKey($0.name).text, $0.name, $0.id.value) < (SortKey($1.name).text, $1.name, $1.id.value) }
        }
    }

    public func sources() async throws -> [ExportedSource] {
        library.state.withLock { state in state.sources.map { ExportedSource($0, identity: state.identities[$0.name]) }
        }
    }

    public func add(_ bookmarks: [ExportedBookmark], allowing filter: ExplicitFilter) async throws -> [ImportResult] {
        library.state.withLock { state in bookmarks.map { state.add($0, allowing: filter) } }
    }

    public func add(_ playlists: [ExportedPlaylist], allowing filter: ExplicitFilter) async throws -> [ImportResult] {
        playlists.map { playlist in
            let source = library.state.withLock { state in
                state.sources.first { $0.name == playlist.source }
                    ?? state.sources.first { state.identity(of: $0.name) == playlist.source }
            }
            guard let source else { return .rejected(.unknownSource(playlist.source)) }
            if let known = all().first(where: { $0.id == playlist.id }) {
                let isVisible = library.state.withLock { state in
                    known.entries.contains { state.entry($0.id, allowing: filter) != nil }
                }
                return filter == .all || isVisible ? .existing : .added
            }
            var playlist = playlist
            playlist.source = source.name
            imported.withLock { $0.append(playlist) }
            return .added
        }
    }

    public func add(_ sources: [ExportedSource]) async throws -> [ImportResult] {
        library.state.withLock { state in
            sources.map { exported in
                let source = exported.source
                if state.sources.contains(where: { ($0.kind, $0.address) == (source.kind, source.address) }) {
                    return .existing
                }
                if state.sources.contains(where: { $0.name == source.name }) {
                    return .rejected(.otherAddress(source.name))
                }
                let identity = exported.identity ?? source.name
                if state.sources.contains(where: { state.identity(of: $0.name) == identity }) { return .existing }
                state.sources.append(source)
                state.identities[source.name] = exported.identity
                return .added
            }
        }
    }

    private func all() -> [ExportedPlaylist] {
        library.state.withLock { $0.exportedPlaylists } + imported.withLock { $0 }
    }
}

extension ExportedBookmark {
    fileprivate init(_ music: Music, ids: [MusicID]) {
        self.init(
            id: music.id, otherIDs: ids.filter { $0 != music.id }.sorted(), title: music.title, artist: music.artist,
            album: music.album)
    }
}

extension InMemoryMusicRepository.State {
    fileprivate func ids(of music: MusicID) -> [MusicID] { records.filter { $0.value.music == music }.map(\.key.id) }

    fileprivate func music(by id: MusicID) -> Music? {
        let record = records.first { $0.key.id == id }?.value.music
        return music[record ?? id]
    }

    /// Returns nil for an entry that a filter excludes.
    fileprivate func entry(_ id: MusicID, allowing filter: ExplicitFilter) -> ExportedPlaylist.Entry? {
        let isRecord = records.keys.contains { $0.id == id }
        guard isRecord, let music = music(by: id) else {
            return filter == .all ? ExportedPlaylist.Entry(id: id) : nil
        }
        return filter.allows(music.explicit)
            ? ExportedPlaylist.Entry(id: id, title: music.title, artist: music.artist) : nil
    }

    fileprivate mutating func add(_ bookmark: ExportedBookmark, allowing filter: ExplicitFilter) -> ImportResult {
        let ids = [bookmark.id] + bookmark.otherIDs
        let known = ids.compactMap { music(by: $0) }
        if let found = known.first(where: { filter.allows($0.explicit) }) {
            if found.isBookmarked { return .existing }
            music[found.id]?.isBookmarked = true
            return .added
        }
        let new = ids.filter { unmatchedBookmarks[$0] == nil }
        for id in new { unmatchedBookmarks[id] = bookmark.id }
        return new.isEmpty ? .existing : .unmatched
    }

    fileprivate var exportedPlaylists: [ExportedPlaylist] {
        playlists.map { id, playlist in
            let identity = identity(of: playlist.source)
            let entries = playlist.provided.songKeys.map {
                ExportedPlaylist.Entry(id: MusicID(stableHash("\(identity)\0\($0)")))
            }
            return ExportedPlaylist(id: id, name: playlist.provided.name, source: playlist.source, entries: entries)
        }
    }
}
