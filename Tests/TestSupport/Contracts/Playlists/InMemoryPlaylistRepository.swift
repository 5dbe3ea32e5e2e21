public import FermataDomain
public import Foundation
import Synchronization

/// The library's own playlists of an in-memory library, changed as `PlaylistEntries` specifies.
public final class InMemoryPlaylistRepository: PlaylistRepository, OwnPlaylistRepository {
    private struct Stored: Equatable {
        let id: PlaylistID
        var name: String
        var isShared = false
        var comment = ""
        var created: Date
        var changed: Date
        var search: SavedSearch?
        var songs: [MusicID]
    }

    private let music: InMemoryMusicRepository
    private let now: @Sendable () -> Date
    private let stored = Mutex<(playlists: [Stored], created: UInt64)>(([], 0))

    public init(music: InMemoryMusicRepository, now: @escaping @Sendable () -> Date) {
        self.music = music
        self.now = { Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down)) }
    }

    public func playlists(
        nameContaining text: String, allowing filter: ExplicitFilter, window: Window
    ) async throws -> [Playlist] {
        let key = text.isEmpty ? "" : SortKey(text).text
        let found = stored.withLock(\.playlists).filter { key.isEmpty || SortKey($0.name).text.contains(key) }
            .sorted { (SortKey($0.name), $0.name, $0.id) < (SortKey($1.name), $1.name, $1.id) }.map {
                playlist($0, allowing: filter)
            }
        return Array(found.dropFirst(window.offset).prefix(window.limit ?? .max))
    }

    public func playlists(
        matching text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Playlist] {
        try await ownPlaylists(matching: text, allowing: filter, limit: limit).map(\.uncounted)
    }

    public func ownPlaylists(
        matching text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Playlist] {
        let all = try await playlists(nameContaining: "", allowing: filter, window: .all)
        let exact = all.filter { ArtistName($0.name) == ArtistName(text) || $0.id.description == text }
        let containing = try await playlists(nameContaining: text, allowing: filter, window: .all)
        let prefixed = all.filter { $0.id.description.hasPrefix(text) }
        return Array(([exact, containing, prefixed].first { !$0.isEmpty } ?? []).prefix(limit))
    }

    public func playlist(_ id: PlaylistID, allowing filter: ExplicitFilter) async throws -> Playlist? {
        stored.withLock { $0.playlists.first { $0.id == id } }.map { playlist($0, allowing: filter) }
    }

    public func count(nameContaining text: String, allowing filter: ExplicitFilter) async throws -> Int {
        try await playlists(nameContaining: text, allowing: filter, window: .all).count
    }

    public func durations(of playlists: [PlaylistID], allowing filter: ExplicitFilter) async throws -> [Duration] {
        let stored = stored.withLock(\.playlists)
        return playlists.map { id in
            let songs = stored.first { $0.id == id }?.songs.compactMap(music.song) ?? []
            return songs.filter { filter.allows($0.explicit) }.reduce(.zero) { $0 + $1.duration }
        }
    }

    public func batches(
        of playlist: PlaylistID, allowing filter: ExplicitFilter, window: Window
    ) -> any AsyncSequence<[Music], any Error> & Sendable {
        BatchSequence(batchSize: 2) { [self] in
            let songs = stored.withLock { $0.playlists.first { $0.id == playlist } }?.songs ?? []
            let shown = songs.compactMap(music.song).filter { filter.allows($0.explicit) }
            return Array(shown.dropFirst(window.offset).prefix(window.limit ?? .max))
        }
    }

    public func create(
        _ name: String, songs: [MusicID], allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try check(songs, allowing: filter)
        return try create(name, allowing: filter) { $0.songs = songs }
    }

    public func create(_ name: String, search: SavedSearch) async throws -> Playlist {
        try create(name, allowing: .all) { $0.search = search }
    }

    public func create(
        _ name: String, copying id: PlaylistID, allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        guard let original = stored.withLock({ $0.playlists.first { $0.id == id } }) else {
            throw PlaylistError.notFound(id.description)
        }
        return try create(name, allowing: filter) { $0.songs = original.songs }
    }

    public func change(
        _ id: PlaylistID, by change: PlaylistChange, expecting expected: [MusicID]?, allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try update(id, allowing: filter) { playlist in
            if playlist.search != nil { throw PlaylistError.ofSearch(name: playlist.name) }
            if case .add(let songs) = change { try check(songs, allowing: filter) }
            if case .insert(let songs, at: _) = change { try check(songs, allowing: filter) }
            var entries = PlaylistEntries(
                playlist.songs.map { song in
                    PlaylistEntries.Entry(song, isShown: music.song(song).map { filter.allows($0.explicit) } ?? false)
                })
            try entries.apply(change, expecting: expected)
            playlist.songs = entries.all.map(\.song)
        }
    }

    public func rename(
        _ id: PlaylistID, to name: String, allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try update(id, allowing: filter) { $0.name = name }
    }

    public func setShared(
        _ isShared: Bool, _ id: PlaylistID, allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try update(id, allowing: filter) { $0.isShared = isShared }
    }

    public func setComment(
        _ comment: String, of id: PlaylistID, allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try update(id, allowing: filter) { $0.comment = comment }
    }

    public func delete(_ id: PlaylistID, allowing filter: ExplicitFilter) async throws {
        try stored.withLock { stored in
            guard let index = stored.playlists.firstIndex(where: { $0.id == id }) else {
                throw PlaylistError.notFound(id.description)
            }
            stored.playlists.remove(at: index)
        }
    }

    public func songs(
        meant descriptions: [SongDescription], allowing filter: ExplicitFilter
    ) async throws -> [MusicID?] {
        let songs = try await music.batches(of: MusicQuery(explicit: filter)).joined()
        return descriptions.map { $0.song(among: songs)?.id }
    }

    private func create(
        _ name: String, allowing filter: ExplicitFilter, _ fill: (inout Stored) -> Void
    ) throws -> Playlist {
        let created = try stored.withLock { stored in
            try Self.check(name, besides: nil, among: stored.playlists)
            stored.created += 1
            var playlist = Stored(
                id: PlaylistID(stored.created << 32), name: name, created: now(), changed: now(), songs: [])
            fill(&playlist)
            stored.playlists.append(playlist)
            return playlist
        }
        return playlist(created, allowing: filter)
    }

    private func update(
        _ id: PlaylistID, allowing filter: ExplicitFilter, _ body: (inout Stored) throws -> Void
    ) throws -> Playlist {
        let changed = try stored.withLock { stored in
            guard let index = stored.playlists.firstIndex(where: { $0.id == id }) else {
                throw PlaylistError.notFound(id.description)
            }
            var playlist = stored.playlists[index]
            let before = playlist
            try body(&playlist)
            if playlist != before { playlist.changed = now() }
            try Self.check(playlist.name, besides: id, among: stored.playlists)
            stored.playlists[index] = playlist
            return playlist
        }
        return playlist(changed, allowing: filter)
    }

    private static func check(_ name: String, besides id: PlaylistID?, among playlists: [Stored]) throws {
        let isUsed = playlists.contains { $0.id != id && ArtistName($0.name) == ArtistName(name) }
        if isUsed { throw PlaylistError.nameInUse(name) }
    }

    private func check(_ songs: [MusicID], allowing filter: ExplicitFilter) throws {
        for song in songs where music.song(song).map({ filter.allows($0.explicit) }) != true {
            throw MusicError.notFound(song.description)
        }
    }

    private func playlist(_ stored: Stored, allowing filter: ExplicitFilter) -> Playlist {
        let songs = stored.songs.compactMap(music.song)
        return Playlist(
            id: stored.id, name: stored.name, origin: stored.search.map { .search($0) } ?? .own,
            isShared: stored.isShared, comment: stored.comment, created: stored.created, changed: stored.changed,
            count: stored.search == nil ? songs.count { filter.allows($0.explicit) } : nil,
            missing: stored.songs.count - songs.count)
    }
}

extension Playlist {
    /// The playlist before its songs are counted.
    var uncounted: Playlist {
        Playlist(
            id: id, name: name, origin: origin, isShared: isShared, comment: comment, created: created, changed: changed
        )
    }
}
