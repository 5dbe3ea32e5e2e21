public import FermataDomain
import Foundation
import Synchronization

/// The playlists and artists of a library in memory, for tests.
public final class InMemoryPlaylistRepository: LocalPlaylistRepository, ArtistRepository {
    private let library: InMemoryMusicRepository

    public init(library: InMemoryMusicRepository) {
        self.library = library
    }

    public func playlists(
        nameContaining text: String, allowing filter: ExplicitFilter, window: Window
    ) async throws -> [Playlist] {
        let typed = SortKey(text)
        let ranked = playlists(allowing: filter) { ArtistName($0.name).contains(text) }
            .map { (rank: ArtistName($0.name).rank(of: typed), playlist: $0) }
        // Swift's sort is stable: equal ranks stay in the order of names.
        let found = ranked.sorted { $0.rank < $1.rank }.map(\.playlist).dropFirst(window.offset)
        return Array(window.limit.map { found.prefix($0) } ?? found)
    }

    public func playlists(
        matching text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Playlist] {
        let isCalled = { (playlist: Playlist) in
            ArtistName(playlist.name) == ArtistName(text) || playlist.id.description == text.lowercased()
        }
        let called = playlists(allowing: filter, where: isCalled)
        if !called.isEmpty { return Array(called.prefix(limit)) }
        if try await count(nameContaining: text, allowing: filter) > 0 {
            return try await playlists(nameContaining: text, allowing: filter, window: Window(limit: limit))
        }
        guard let prefix = MusicIDPrefix(text) else { return [] }
        let found = playlists(allowing: filter) { prefix.range.contains(MusicID($0.id.value)) }
        return Array(found.prefix(limit))
    }

    public func playlist(_ id: PlaylistID, allowing filter: ExplicitFilter) async throws -> Playlist? {
        playlists(allowing: filter) { $0.id == id }.first
    }

    public func count(nameContaining text: String, allowing filter: ExplicitFilter) async throws -> Int {
        try await playlists(nameContaining: text, allowing: filter, window: .all).count
    }

    public func batches(
        of playlist: PlaylistID, allowing filter: ExplicitFilter, window: Window
    ) -> any AsyncSequence<[Music], any Error> & Sendable {
        BatchSequence(batchSize: 100) { [library] in
            let music = library.state.withLock { $0.music(in: playlist, allowing: filter) }
            return Array(music.dropFirst(window.offset).prefix(window.limit ?? .max))
        }
    }

    public func beginSync(over source: String) async throws -> any SyncSession<RemotePlaylistBatch> {
        try InMemoryPlaylistSyncSession(library: library, source: source)
    }

    public func artists(
        nameContaining text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Artist] {
        let artists = Dictionary(grouping: music(allowing: filter).flatMap(\.allArtists)) { ArtistName($0) }
        if let names = artists[ArtistName(text)] { return Array([Artist(spelled: names)].prefix(limit)) }
        let typed = SortKey(text)
        var found = artists.filter { $0.key.contains(text) }.sorted { $0.key < $1.key }
        if found.isEmpty, !typed.isEmpty {
            let all = artists.sorted { $0.key < $1.key }
            found = all.filter { $0.key.joined == ArtistName(text).joined }
            if found.isEmpty { found = all.filter { $0.key.joined.containsBytes(of: ArtistName(text).joined) } }
        }
        guard !typed.isEmpty else { return found.prefix(limit).map { Artist(spelled: $0.value) } }
        func rank(_ artist: (key: ArtistName, value: [String])) -> (Int, Int) {
            (artist.key.rank(of: typed), -artist.value.count)
        }
        // Swift's sort is stable: equal ranks stay in the order of keys.
        return found.sorted { rank($0) < rank($1) }.prefix(limit).map { Artist(spelled: $0.value) }
    }

    public func artists(
        beginningWith text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Artist] {
        let typed = SortKey(text)
        if typed.isEmpty { return [] }
        let artists = Dictionary(grouping: music(allowing: filter).map(\.artist)) { ArtistName($0) }
        func rank(_ artist: (key: ArtistName, value: [String])) -> (Int, Int) {
            (artist.key.rank(of: typed), -artist.value.count)
        }
        // Swift's sort is stable: equal ranks stay in the order of keys.
        let found = artists.filter { $0.key.rank(of: typed) < 2 }.sorted { $0.key < $1.key }
        return found.sorted { rank($0) < rank($1) }.prefix(max(0, limit)).map { Artist(spelled: $0.value) }
    }

    public func playlists(
        withMusicBy artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [ArtistPlaylist] {
        let counted = playlists(allowing: filter) { _ in true }.map { playlist in
            let music = library.state.withLock { $0.music(in: playlist.id, allowing: filter) }
            let artistSongCount = music.count { !artist.isEmpty && $0.isBy(ArtistName(artist)) }
            return ArtistPlaylist(playlist: playlist, artistSongCount: artistSongCount)
        }
        // Swift's sort is stable: equal counts stay in the order of names.
        let ranked = counted.filter { $0.artistSongCount > 0 }.sorted { $0.artistSongCount > $1.artistSongCount }
        return Array(ranked.prefix(limit))
    }

    public func relatedArtists(
        to artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [RelatedArtist] {
        let playlists = library.state.withLock { state in
            state.playlists.keys.map { state.music(in: $0, allowing: filter) }
        }
        return Array(
            RelatedArtists.related(to: artist, playlists: playlists, among: music(allowing: filter)).prefix(limit))
    }

    private func music(allowing filter: ExplicitFilter) -> [Music] {
        library.state.withLock { $0.music.values.filter { filter.allows($0.explicit) } }
    }

    /// Playlists in the order of names.
    private func playlists(allowing filter: ExplicitFilter, where isIncluded: (Playlist) -> Bool) -> [Playlist] {
        library.state.withLock { state in
            state.playlists.map { id, playlist in
                let stored = state.music(in: id, allowing: .all).count
                return Playlist(
                    id: id, name: playlist.provided.name, source: playlist.source,
                    count: state.music(in: id, allowing: filter).count,
                    missing: playlist.provided.songKeys.count - stored)
            }
            .filter { (filter == .all || $0.count > 0) && isIncluded($0) }
            .map { (key: SortKey($0.name), playlist: $0) }
            .sorted(by: precedes).map(\.playlist)
        }
    }

    private func precedes(_ lhs: (key: SortKey, playlist: Playlist), _ rhs: (key: SortKey, playlist: Playlist)) -> Bool
    {
        if lhs.key != rhs.key { return lhs.key < rhs.key }
        let names = (lhs.playlist.name.utf8, rhs.playlist.name.utf8)
        if !names.0.elementsEqual(names.1) { return names.0.lexicographicallyPrecedes(names.1) }
        return lhs.playlist.id < rhs.playlist.id
    }
}

extension InMemoryMusicRepository.State {
    /// A playlist as its source provides it.
    struct StoredPlaylist {
        var source: String
        var provided: RemotePlaylist
    }

    /// The music of a playlist, in order, with repetitions.
    fileprivate func music(in playlist: PlaylistID, allowing filter: ExplicitFilter) -> [Music] {
        guard let stored = playlists[playlist] else { return [] }
        let identity = identity(of: stored.source)
        return stored.provided.songKeys.compactMap { key in
            let id = MusicID(stableHash("\(identity)\0\(key)"))
            let record = records[InMemoryMusicRepository.RecordKey(source: stored.source, id: id)]
            return record.flatMap { music[$0.music] }.flatMap { filter.allows($0.explicit) ? $0 : nil }
        }
    }
}

extension ArtistName {
    /// Whether the name contains a text. Texts without a key are compared exactly.
    fileprivate func contains(_ text: String) -> Bool {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.isEmpty { return true }
        let part = ArtistName(text)
        guard let symbols = part.raw else { return key.text.containsBytes(of: part.key.text) }
        return raw?.containsBytes(of: symbols) ?? false
    }

    /// The key without spaces.
    fileprivate var joined: String { key.isEmpty ? "" : key.text.replacing(" ", with: "") }

    /// 0 for a name that begins with a text, 1 for one with a word that does, 2 for others.
    fileprivate func rank(of typed: SortKey) -> Int {
        if typed.isEmpty { return 0 }
        return key.text.hasPrefix(typed.text) ? 0 : key.text.contains(" " + typed.text) ? 1 : 2
    }
}

extension String {
    fileprivate func containsBytes(of part: String) -> Bool { Array(utf8).firstRange(of: Array(part.utf8)) != nil }
}
