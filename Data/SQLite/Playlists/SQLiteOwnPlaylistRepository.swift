public import FermataDomain
public import Foundation
import GRDB

/// The library's own playlists in a library on disk.
public struct SQLiteOwnPlaylistRepository: OwnPlaylistRepository {
    private let library: SQLiteLibrary
    private let now: @Sendable () -> Date

    /// `now` provides the times of changes.
    public init(library: SQLiteLibrary, now: @escaping @Sendable () -> Date) {
        self.library = library
        self.now = now
    }

    public func ownPlaylists(
        matching text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Playlist] {
        try await library.read { db in
            try SQLitePlaylistRepository.playlists(
                matching: text, and: PlaylistRow.isOwn, isCounted: true, allowing: filter, limit: limit, in: db)
        }
    }

    public func create(
        _ name: String, songs: [MusicID], allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try await create(name, allowing: filter, songs: songs) { db, row in
            try Self.check(songs, allowing: filter, in: db)
            try PlaylistEntryWriter(db).write(songs, of: row)
        }
    }

    public func create(_ name: String, search: SavedSearch) async throws -> Playlist {
        try await create(name, allowing: .all, search: search) { _, _ in }
    }

    public func create(
        _ name: String, copying id: PlaylistID, allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try await create(name, allowing: filter) { db, row in
            _ = try Self.playlist(id, allowing: filter, in: db)
            if let original = try OwnPlaylist.row(of: id, in: db) {
                try PlaylistTable.copyEntries(of: original, to: row, in: db)
            }
        }
    }

    public func change(
        _ id: PlaylistID, by change: PlaylistChange, expecting expected: [MusicID]?, allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try await update(id, allowing: filter, change.action) { db, playlist, undo in
            if playlist.search != nil { throw PlaylistError.ofSearch(name: playlist.name) }
            try Self.check(change.addedSongs, allowing: filter, in: db)
            if case .add(let songs) = change {
                if songs.isEmpty { return }
                let replacement = try StoredPlaylistEntries.add(songs, row: playlist.row, in: db)
                return try undo.recordPlaylist(id, name: playlist.name, songs: songs, replacement)
            }
            var stored = try StoredPlaylistEntries(row: playlist.row, in: db)
            var entries = try playlist.entries(allowing: filter, in: db)
            let songs = try entries.apply(change, expecting: expected)
            let replacement = try stored.replace(with: entries.all.map(\.song))
            guard replacement.count > 0 || !replacement.replaced.isEmpty else { return }
            try undo.recordPlaylist(id, name: playlist.name, songs: songs, replacement)
        }
    }

    public func rename(
        _ id: PlaylistID, to name: String, allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try await update(id, allowing: filter, .renamePlaylist) { db, playlist, undo in
            try OwnPlaylist.checkName(name, besides: id, in: db)
            guard name != playlist.name else { return }
            try PlaylistTable.rename(id, to: name, at: undo.made, in: db)
            try undo.recordPlaylist(id, name: playlist.name)
        }
    }

    public func setShared(
        _ isShared: Bool, _ id: PlaylistID, allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try await set(id, allowing: filter) { db, row in try PlaylistTable.setShared(isShared, row: row, in: db) }
    }

    public func setComment(
        _ comment: String, of id: PlaylistID, allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try await set(id, allowing: filter) { db, row in try PlaylistTable.setComment(comment, row: row, in: db) }
    }

    public func delete(_ id: PlaylistID, allowing filter: ExplicitFilter) async throws {
        try await library.write { [now] db in
            let playlist = try OwnPlaylist(id, allowing: filter, in: db)
            let songs = try StoredPlaylistEntries(row: playlist.row, in: db).songs
            try UndoRecorder(db, .deletePlaylist, made: now()).recordPlaylist(
                id, name: playlist.name, .init(start: 0, count: 0, replaced: songs), search: playlist.search,
                ofDeleted: playlist.row)
            try PlaylistTable.delete("\(playlist.row)", in: db)
        }
    }

    public func songs(
        meant descriptions: [SongDescription], allowing filter: ExplicitFilter
    ) async throws -> [MusicID?] {
        try await library.read { db in
            let finder = try SongFinder(descriptions, allowing: filter, in: db)
            return try descriptions.map(finder.song)
        }
    }

    /// Creates a playlist, which `fill` gives its entries.
    private func create(
        _ name: String, allowing filter: ExplicitFilter, songs: [MusicID] = [], search: SavedSearch? = nil,
        _ fill: @escaping @Sendable (_ db: Database, _ row: Int64) throws -> Void
    ) async throws -> Playlist {
        try await library.write { [now] db in
            let time = now()
            let id = try OwnPlaylist.newID(name, at: time, in: db)
            try OwnPlaylist.checkName(name, besides: id, in: db)
            let playlist = Playlist(
                id: id, name: name, origin: search.map { .search($0) } ?? .own, created: time, changed: time)
            try fill(db, try PlaylistTable.addOwn(playlist, in: db))
            try UndoRecorder(db, .createPlaylist, made: time).recordPlaylist(id, name: name, songs: songs)
            return try Self.playlist(id, allowing: filter, in: db)
        }
    }

    /// Changes a playlist in one transaction, and returns it as it is then.
    private func update(
        _ id: PlaylistID, allowing filter: ExplicitFilter, _ action: UndoableChange.Action,
        _ body: @escaping @Sendable (Database, OwnPlaylist, UndoRecorder) throws -> Void
    ) async throws -> Playlist {
        try await library.write { [now] db in
            let playlist = try OwnPlaylist(id, allowing: filter, in: db)
            let undo = UndoRecorder(db, action, made: now())
            try body(db, playlist, undo)
            if undo.hasChange { try PlaylistTable.setChanged(undo.made, row: playlist.row, in: db) }
            return try Self.playlist(id, allowing: filter, in: db)
        }
    }

    /// Changes the row of a playlist without a record for undoing.
    private func set(
        _ id: PlaylistID, allowing filter: ExplicitFilter,
        _ body: @escaping @Sendable (_ db: Database, _ row: Int64) throws -> Void
    ) async throws -> Playlist {
        try await library.write { [now] db in
            let row = try OwnPlaylist(id, allowing: filter, in: db).row
            try body(db, row)
            try PlaylistTable.setChanged(now(), row: row, in: db)
            return try Self.playlist(id, allowing: filter, in: db)
        }
    }

    /// The playlist with its counts. Throws `PlaylistError.notFound`.
    private static func playlist(
        _ id: PlaylistID, allowing filter: ExplicitFilter, in db: Database
    ) throws -> Playlist {
        guard let playlist = try SQLitePlaylistRepository.playlist(id, allowing: filter, in: db) else {
            throw PlaylistError.notFound(id.description)
        }
        return playlist
    }

    /// Throws `MusicError.notFound` for a song that the library lacks or that a filter excludes.
    private static func check(_ songs: [MusicID], allowing filter: ExplicitFilter, in db: Database) throws {
        let conditions = ["id = :id", filter.condition].compactMap(\.self).joined(separator: " AND ")
        let find = try RawStatement(db, "SELECT 1 FROM music WHERE \(conditions)")
        for song in songs {
            guard try find.bind(["id": .integer(song.stored)]).hasRow() else {
                throw MusicError.notFound(song.description)
            }
        }
    }
}

extension PlaylistChange {
    /// The songs to add.
    fileprivate var addedSongs: [MusicID] {
        switch self {
        case .add(let songs), .insert(let songs, at: _), .replace(_, by: let songs): songs
        case .move, .remove: []
        }
    }

    /// The action that can be undone.
    fileprivate var action: UndoableChange.Action {
        switch self {
        case .add, .insert: .addToPlaylist
        case .move: .moveInPlaylist
        case .remove: .removeFromPlaylist
        case .replace: .changePlaylist
        }
    }
}

/// One of the library's own playlists before a change; its songs are not counted.
struct OwnPlaylist {
    let row: Int64
    let name: String
    let search: SavedSearch?

    /// Throws `PlaylistError.notFound` or `.ofSource`.
    init(_ id: PlaylistID, allowing filter: ExplicitFilter, in db: Database) throws {
        let find = try RawStatement(
            db,
            """
            SELECT playlist.row, playlist.name, \(PlaylistRow.isOwn) AS is_own, search.text, search.sort,
                    search.reversed, search.size
                FROM \(PlaylistRow.table)
                WHERE playlist.id = \(id.stored) AND (\(PlaylistRow.condition(allowing: filter) ?? "TRUE"))
            """)
        let found = try find.first { row in
            (
                row: row.integer("row"), name: row.text("name"), isOwn: row.integer("is_own") == 1,
                search: PlaylistRow.savedSearch(row)
            )
        }
        guard let found else { throw PlaylistError.notFound(id.description) }
        guard found.isOwn else { throw PlaylistError.ofSource(name: found.name) }
        (row, name, search) = (found.row, found.name, found.search)
    }

    /// The row of a playlist, also of one of a source.
    static func row(of id: PlaylistID, in db: Database) throws -> Int64? {
        try RawStatement(db, "SELECT row FROM playlist WHERE id = \(id.stored)").first { $0.integer("row") }
    }

    /// The entries, as a listener is shown them.
    func entries(allowing filter: ExplicitFilter, in db: Database) throws -> PlaylistEntries {
        let entries = try RawStatement(
            db,
            """
            SELECT entry.record, music.row IS NOT NULL AND \(filter.condition ?? "1") AS shown
                FROM playlist_entry AS entry LEFT JOIN music ON music.row = \(LibrarySchema.row(of: "entry.record"))
                WHERE entry.playlist = \(row) ORDER BY entry.position
            """
        ).all {
            PlaylistEntries.Entry(MusicID(stored: $0.integer("record")), isShown: $0.integer("shown") == 1)
        }
        return PlaylistEntries(entries)
    }

    /// Throws `PlaylistError.nameInUse` if another one of the library's own playlists has a name.
    static func checkName(_ name: String, besides id: PlaylistID, in db: Database) throws {
        let isSame = SQLCondition(named: name, keys: "playlist.name_key", names: "playlist.name")
        let find = try RawStatement(
            db, "SELECT 1 FROM playlist WHERE \(PlaylistRow.isOwn) AND id <> \(id.stored) AND \(isSame.sql)",
            isSame.values)
        if try find.hasRow() { throw PlaylistError.nameInUse(name) }
    }

    /// An id that no playlist has.
    static func newID(_ name: String, at time: Date, in db: Database) throws -> PlaylistID {
        var number = 0
        while true {
            // No source has an empty name.
            let id = PlaylistID(source: "", key: "\(name)\0\(time.timeIntervalSince1970)\0\(number)")
            if try row(of: id, in: db) == nil { return id }
            number += 1
        }
    }
}

/// Finds the songs that descriptions mean, as `SongDescription` specifies.
private struct SongFinder {
    private typealias Candidate = (id: MusicID, duration: Duration)

    /// The song with each address, the one with the lowest id.
    private let songs: [String: MusicID]
    private let find: RawStatement

    init(_ descriptions: [SongDescription], allowing filter: ExplicitFilter, in db: Database) throws {
        let allowed = filter.condition.map { " AND \($0)" } ?? ""
        var songs: [String: MusicID] = [:]
        let addresses = Set(descriptions.flatMap(\.addresses))
        if !addresses.isEmpty {
            let rows = try RawStatement(db, "SELECT id, audio FROM music WHERE audio IS NOT NULL\(allowed)")
            while try rows.step() {
                let address = rows.text("audio")
                guard addresses.contains(address) else { continue }
                let id = MusicID(stored: rows.integer("id"))
                songs[address] = min(songs[address] ?? id, id)
            }
        }
        self.songs = songs
        find = try RawStatement(
            db,
            """
            SELECT id, title, artist, duration FROM music
                WHERE artist_key = :artist AND title_key = :title\(allowed) ORDER BY id
            """)
    }

    func song(_ description: SongDescription) throws -> MusicID? {
        for address in description.addresses {
            if let song = songs[address] { return song }
        }
        for names in description.names where names.areComplete {
            let candidates = try candidates(names)
            if let song = description.closest(candidates, duration: \.duration) { return song.id }
        }
        return nil
    }

    private func candidates(_ names: SongDescription.Names) throws -> [Candidate] {
        let (artist, title) = (ArtistName(names.artist), ArtistName(names.title))
        find.bind(["artist": .text(artist.key.text), "title": .text(title.key.text)])
        return try find.all { row -> Candidate? in
            guard ArtistName(row.text("artist")) == artist, ArtistName(row.text("title")) == title else { return nil }
            return (MusicID(stored: row.integer("id")), .seconds(row.integer("duration")))
        }.compactMap(\.self)
    }
}
