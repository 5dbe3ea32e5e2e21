import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("A library as the source of another")
struct LibraryKindTests {
    @Test("has the other library's songs with values and dates, but no marks")
    func readsSongs() async throws {
        let other = try await TestLibrary.sample()
        let ids = try await other.music.ids(from: MusicID(0), allowing: .all, limit: 3)
        _ = try await other.music.setBookmark(true, of: ids)
        _ = try await other.music.setRating(.four, of: ids)
        let own = try TestLibrary(time: TestTime())
        try await own.add(other)
        #expect(try await own.sync(other).result == .refreshed)
        // Songs of one name are in the order of their ids, which differ.
        let order = { (songs: [Music]) in songs.map(\.comparable).sorted { "\($0)" < "\($1)" } }
        #expect(try await order(own.songs()) == order(other.songs()))
        #expect(try await own.songs().allSatisfy { !$0.isBookmarked && $0.rating == nil && $0.sources == ["family"] })
        #expect(try await own.sync(other).result == .unchanged)
    }

    @Test("keeps what its own listener has set when the other library changes")
    func keepsOwnMarks() async throws {
        let other = try await TestLibrary([RemoteMusic(key: "1", title: "One"), RemoteMusic(key: "2", title: "Two")])
        let own = try TestLibrary()
        try await own.add(other)
        _ = try await own.sync(other)
        let one = try #require(try await own.songs().first)
        _ = try await own.music.setBookmark(true, of: [one.id])
        _ = try await other.music.refresh("radio", with: [RemoteMusic(key: "1", title: "One (live)")], revision: "2")
        #expect(try await own.sync(other).summary?.removed == 1)
        let left = try await own.songs()
        #expect(left.map(\.title) == ["One (live)"] && left.map(\.isBookmarked) == [true] && left.map(\.id) == [one.id])
    }

    @Test("leaves out songs from libraries only, and media of a third one")
    func endsCircles() async throws {
        let (first, second) = (try TestLibrary(), try TestLibrary())
        try await first.sources.add(Source(name: "radio", kind: "test", address: "test:radio", added: .distantPast))
        let song = RemoteMusic(key: "1", title: "One", artist: "A", audioURL: "https://example.org/1.mp3")
        _ = try await first.music.refresh("radio", with: [song])
        try await second.add(first)
        _ = try await second.sync(first)
        #expect(try await second.songs().map(\.audioURL) != [nil])
        try await first.add(second, named: "echo")
        #expect(try await first.sync(second, named: "echo").summary?.added ?? 0 == 0)
        #expect(try await first.songs().map(\.sources) == [["radio"]])

        // A song of both a catalogue and a library plays from the library that provided it first.
        try await second.sources.add(Source(name: "shop", kind: "test", address: "test:shop", added: .distantPast))
        _ = try await second.music.refresh("shop", with: [song])
        _ = try await first.sync(second, named: "echo")
        #expect(try await first.songs().map(\.audioURL) == ["https://example.org/1.mp3"])
    }

    @Test("has playlists of sources and shared ones, and no others")
    func readsPlaylists() async throws {
        let other = try await TestLibrary.sample()
        let songs = try await other.songs().prefix(2).map(\.id)
        let playlists = SQLiteOwnPlaylistRepository(library: other.file, now: { .distantPast })
        let party = try await playlists.create("Party", songs: songs, allowing: .all)
        _ = try await playlists.create("Secret", songs: songs, allowing: .all)
        let own = try TestLibrary()
        try await own.add(other)
        _ = try await own.sync(other)
        #expect(try await own.playlists().isEmpty)
        _ = try await playlists.setShared(true, party.id, allowing: .all)
        _ = try await own.sync(other)
        let found = try await own.playlists()
        #expect(found.map(\.name) == ["Party"] && found.map(\.count) == [2] && found.map(\.source) == ["family"])
        _ = try await playlists.setShared(false, party.id, allowing: .all)
        _ = try await own.sync(other)
        #expect(try await own.playlists().isEmpty)
    }

    @Test("requests lyrics of a song from the other library")
    func readsLyrics() async throws {
        let other = try await TestLibrary([RemoteMusic(key: "1", title: "One", lyrics: "[00:01.00]Still")])
        let source = Source.library(at: other.path)
        let remote = try #require(try other.asSource(of: try TestLibrary()).lyrics(of: source))
        let id = try #require(try await other.songs().first).id
        let origin = { LyricsOrigin(source: "family", key: $0, title: "One", artist: "") }
        #expect(try await remote.lyrics(of: origin(id.description)).lines.map(\.text) == ["Still"])
        #expect(try await remote.lyrics(of: origin("0000000000000001")).isEmpty)
        #expect(try await remote.lyrics(of: origin("no id")).isEmpty)
    }

    @Test("reports a missing file, a library of another version, and itself")
    func reportsUnreadable() async throws {
        let own = try TestLibrary()
        let kind = try own.asSource(of: own)
        #expect(throws: SourceError.invalidAddress(.ownLibrary)) { try kind.prepare(.library(at: own.path)) }
        let missing = own.path + ".missing"
        let failure = SourceFailure(.file(.missing), address: missing)
        #expect(throws: failure) { try kind.checkNew(.library(at: missing)) }
        await #expect(throws: failure) { try await kind.music(of: .library(at: missing)).records() }
        #expect(!FileManager.default.fileExists(atPath: missing))
        let other = try await TestLibrary.sample()
        for (error, cause) in [
            (LibraryError.newerVersion(path: other.path), DocumentFileFailure.otherVersion),
            (.damaged(path: other.path), .damaged), (.busy(path: other.path), .busy),
            (.cannotOpen(path: other.path, .permission), .unreadable(.permission)),
        ] {
            let kind = LibraryKind(of: own.sources, at: own.path) { _ in throw error }
            await #expect(throws: SourceFailure(.file(cause), address: other.path)) {
                try await kind.music(of: .library(at: other.path)).records()
            }
        }
    }

    @Test("closes each opened library once")
    func closesLibraries() async throws {
        let (own, other) = (try TestLibrary(), try await TestLibrary.sample())
        let closed = Counter()
        let kind = LibraryKind(of: own.sources, at: own.path) { _ in
            .of(other, close: { await closed.add() })
        }
        for _ in 1...2 { _ = try await kind.music(of: .library(at: other.path)).records() }
        try await kind.close()
        #expect(await closed.count == 1)
    }

    private actor Counter {
        private(set) var count = 0
        func add() { count += 1 }
    }
}

extension TestLibrary {
    /// The kind of a library with sources that are this one.
    func asSource(of own: TestLibrary) throws -> LibraryKind {
        LibraryKind(of: own.sources, at: own.path) { _ in .of(self) }
    }

    fileprivate func add(_ other: TestLibrary, named name: String = "family") async throws {
        try await sources.add(.library(at: other.path, named: name))
    }

    fileprivate func sync(_ other: TestLibrary, named name: String = "family") async throws -> SyncResult {
        let kind = try other.asSource(of: self)
        let playlists = PlaylistSources(
            local: SQLitePlaylistRepository(library: file, now: { Date() }), remote: { try kind.playlists(of: $0) })
        let sync = SyncUsecase(
            local: music, sources: sources, playlists: playlists, listener: .anyone, clock: ContinuousClock(),
            now: { time.now }, remote: { try kind.music(of: $0) })
        var results: [SyncResult] = []
        for try await case .result(let result) in sync.execute(named: [name]) { results.append(result) }
        return results[0]
    }

    fileprivate func songs() async throws -> [Music] {
        try await music.batches(of: MusicQuery(order: .title)).joined()
    }

    fileprivate func playlists() async throws -> [Playlist] {
        try await SQLitePlaylistRepository(library: file, now: { Date() }).playlists(
            nameContaining: "", allowing: .all, window: .all)
    }
}

extension Music {
    /// The song without what differs between two libraries.
    fileprivate var comparable: Music {
        var song = Music(id: MusicID(0), title: title, artist: artist, artists: artists, album: album)
        (song.albumArtist, song.duration, song.disc, song.track) = (albumArtist, duration, disc, track)
        (song.genre, song.explicit, song.popularity, song.released) = (genre, explicit, popularity, released)
        (song.release, song.added) = (release, added)
        song.audioURL = audioURL == nil ? nil : "audio"
        song.artworkURL = artworkURL == nil ? nil : "artwork"
        return song
    }
}
