import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("The times of bookmarks")
struct BookmarkTimeTests {
    private let library: TestLibrary
    private let times: SQLiteBookmarkTimeRepository

    init() async throws {
        library = try await TestLibrary.sample()
        times = SQLiteBookmarkTimeRepository(library: library.file)
    }

    @Test("a song has the time of its last bookmark, also after that was removed and undone")
    func timesOfSongs() async throws {
        let ids = try await library.music.all().map(\.id)
        let first = library.time.now
        _ = try await library.music.setBookmark(true, of: [ids[0], ids[1]])
        library.time.advance(by: 60.5)
        // A bookmarked song stays as it is.
        _ = try await library.music.setBookmark(true, of: [ids[1], ids[2]])
        _ = try await library.music.setRating(.two, of: [ids[3]])
        #expect(
            try await times.bookmarkTimes(ofSongs: [ids[2], ids[3], ids[1], ids[0]]) == [first + 60, nil, first, first])
        _ = try await library.music.setBookmark(false, of: [ids[0]])
        library.time.advance(by: 60)
        let now = library.time
        _ = try await SQLiteUndoRepository(library: library.file, now: { now.now }).undoLast()
        let songs = try await library.music.all()
        #expect(try await times.times(of: songs) == [ids[0]: first, ids[1]: first, ids[2]: first + 60])
    }

    @Test("albums and artists have times of their own, by names that compare equal")
    func timesOfSubjects() async throws {
        let now = library.time
        let annotations = SQLiteSubjectAnnotationRepository(library: library.file, now: { now.now })
        let album = AnnotatedSubject.album(AlbumID(1), name: "Low", artist: "David Bowie")
        try await annotations.edit([.artist("Björk")], .bookmark(true))
        let first = now.now
        now.advance(by: 60)
        try await annotations.edit([album], .bookmark(true))
        try await annotations.edit([.artist("Low")], .rate(.five))
        #expect(
            try await times.bookmarkTimes(of: [.artist("Low"), album, .artist("BJORK")]) == [nil, first + 60, first])
    }

    @Test("a time leaves with its bookmark, so that a source that sets it again has none")
    func leavesWithBookmark() async throws {
        let library = try await StarredLibrary()
        let times = SQLiteBookmarkTimeRepository(library: library.file)
        let remote = InMemoryRemoteStarRepository.withSongs()
        try await library.set(true, ["a", "b"])
        _ = try await library.sync("home", remote)
        let ids = ["a", "b"].map { MusicID(source: "home", key: $0) }
        #expect(try await times.bookmarkTimes(ofSongs: ids) == [library.time.now, library.time.now])
        // A person removes one star, and the server the other one.
        try await library.set(false, ["a"])
        remote.change { $0.starred = ["a"] }
        for starred in [[], ["a", "b"]] as [Set<String>] {
            _ = try await library.sync("home", remote)
            #expect(try await times.bookmarkTimes(ofSongs: ids) == [nil, nil])
            remote.change { $0.starred = starred }
        }
        _ = try await library.sync("home", remote)
        #expect(try await library.bookmarked == "ab")
        #expect(try await times.times(of: library.music.all()).isEmpty)
    }

    @Test("undoing the removal of a bookmark restores its time, and not that of a later one")
    func restoresTimes() async throws {
        let now = library.time
        let annotations = SQLiteSubjectAnnotationRepository(library: library.file, now: { now.now })
        let undo = SQLiteUndoRepository(library: library.file, now: { now.now })
        let id = try await library.music.all()[0].id
        let first = now.now
        for isBookmarked in [true, false, true] {
            _ = try await library.music.setBookmark(isBookmarked, of: [id])
            now.advance(by: 60)
        }
        #expect(try await times.bookmarkTimes(ofSongs: [id]) == [first + 120])
        for _ in 1...2 { _ = try await undo.undoLast() }
        #expect(try await times.bookmarkTimes(ofSongs: [id]) == [first])
        let second = now.now
        for isBookmarked in [true, false, true] {
            try await annotations.edit([.artist("Low")], .bookmark(isBookmarked))
            now.advance(by: 60)
        }
        #expect(try await times.bookmarkTimes(of: [.artist("Low")]) == [second + 120])
        for _ in 1...2 { _ = try await undo.undoLast() }
        #expect(try await times.bookmarkTimes(of: [.artist("LOW")]) == [second])
    }

    @Test("a source removed with its bookmarks leaves no times, and others keep theirs")
    func leavesWithSource() async throws {
        let song = try #require(try await library.music.all().first)
        _ = try await library.music.setBookmark(true, of: [song.id])
        try await library.sources.remove(named: "radio", keepingBookmarked: false)
        let radio = Source(name: "radio", kind: "test", address: "test:radio", added: library.time.now)
        try await library.sources.add(radio)
        _ = try await library.music.refresh("radio", with: SampleMusic.all)
        #expect(try await times.bookmarkTimes(ofSongs: [song.id]) == [nil])
        _ = try await library.music.setBookmark(true, of: [song.id])
        _ = try await library.music.refresh("radio", with: [])
        library.time.advance(by: 60)
        _ = try await library.music.refresh("radio", with: SampleMusic.all)
        #expect(try await times.bookmarkTimes(ofSongs: [song.id]) == [library.time.now - 60])
    }

    @Test("a song keeps its time when one of its sources removes it")
    func survivesRemoval() async throws {
        let song = SampleMusic.all[0]
        let shop = Source(name: "shop", kind: "test", address: "test:shop", added: library.time.now)
        try await library.sources.add(shop)
        _ = try await library.music.refresh("shop", with: [song])
        let shared = try #require(try await library.music.all().first { $0.sources.count == 2 })
        _ = try await library.music.setBookmark(true, of: [shared.id])
        _ = try await library.music.refresh("radio", with: Array(SampleMusic.all.dropFirst()))
        let left = try #require(try await library.music.results(of: MusicQuery(bookmarkedOnly: true)).first)
        #expect(try await times.bookmarkTimes(ofSongs: [left.id]) == [library.time.now])
    }

    @Test("a song keeps its time when the record that brought it becomes another song")
    func survivesSplit() async throws {
        let (library, times) = try await Self.library(of: ["radio", "shop"])
        // The bookmark returns with the second source's record, under whose id its time is stored.
        _ = try await library.music.refresh("shop", with: [song("Changes")])
        _ = try await library.music.setBookmark(true, of: [MusicID(source: "shop", key: "1")])
        _ = try await library.music.refresh("shop", with: [])
        _ = try await library.music.refresh("radio", with: [song("Changes")])
        library.time.advance(by: 60)
        #expect(try await library.music.refresh("shop", with: [song("Changes")]).merged == 1)
        _ = try await library.music.refresh("shop", with: [song("Another")])
        #expect(try await library.music.results(of: MusicQuery(bookmarkedOnly: true)).map(\.title) == ["Changes"])
        let ids = ["radio", "shop"].map { MusicID(source: $0, key: "1") }
        #expect(try await times.bookmarkTimes(ofSongs: ids) == [library.time.now - 60, nil])
    }

    @Test("a song keeps its time when another one gets its id")
    func survivesNewOwner() async throws {
        let (library, times) = try await Self.library(of: ["radio", "shop"])
        for name in ["radio", "shop"] {
            _ = try await library.music.refresh(name, with: [song("Changes", recording: 1)])
        }
        _ = try await library.music.setBookmark(true, of: [MusicID(source: "radio", key: "1")])
        _ = try await library.music.refresh("radio", with: [])
        library.time.advance(by: 60)
        _ = try await library.music.refresh("radio", with: [song("Changes", recording: 2)])
        _ = try await library.music.refresh("shop", with: [song("Changes", recording: 1)])
        let bookmarked = try await library.music.results(of: MusicQuery(bookmarkedOnly: true))
        #expect(bookmarked.map(\.sources) == [["shop"]])
        let ids = ["radio", "shop"].map { MusicID(source: $0, key: "1") }
        #expect(try await times.bookmarkTimes(ofSongs: ids) == [nil, library.time.now - 60])
    }

    @Test("a song keeps its time when the record with its id moves to another song")
    func survivesMove() async throws {
        let (library, times) = try await Self.library(of: ["radio", "shop", "home"])
        for name in ["radio", "shop"] { _ = try await library.music.refresh(name, with: [song("Changes")]) }
        _ = try await library.music.setBookmark(true, of: [MusicID(source: "radio", key: "1")])
        _ = try await library.music.refresh("home", with: [song("Variations", recording: 1)])
        let before = try await library.music.results(of: MusicQuery(bookmarkedOnly: true))
        _ = try await library.music.refresh("radio", with: [song("Changes", recording: 1)])
        let songs = try await library.music.all()
        #expect(songs.map(\.sources.count).sorted() == [1, 2] && before.map(\.sources.count) == [2])
        let expected = songs.filter(\.isBookmarked).map { ($0.id, library.time.now) }
        #expect(expected.count == 1)
        #expect(try await times.times(of: songs) == Dictionary(uniqueKeysWithValues: expected))
        let unmarked = songs.filter { !$0.isBookmarked }.map(\.id)
        #expect(try await times.bookmarkTimes(ofSongs: unmarked) == [nil])
    }

    /// An empty library with sources.
    private static func library(
        of sources: [String]
    ) async throws -> (library: TestLibrary, times: SQLiteBookmarkTimeRepository) {
        let library = try TestLibrary()
        for name in sources {
            try await library.sources.add(
                Source(name: name, kind: "test", address: name, added: library.time.now))
        }
        return (library, SQLiteBookmarkTimeRepository(library: library.file))
    }

    private func song(_ title: String, recording: UInt8? = nil) -> RemoteMusic {
        RemoteMusic(
            key: "1", title: title, artist: "David Bowie",
            recording: recording.map { MusicBrainzID(SIMD16(repeating: $0)) })
    }

    @Test("a repaired library has the times, besides bookmarks of songs that it lacks")
    func survivesRepair() async throws {
        let id = try await library.music.all()[0].id
        _ = try await library.music.setBookmark(true, of: [id])
        let (path, now) = (library.path, library.time)
        try change(path, "CREATE TABLE other(a)")
        _ = try #require(try SQLiteLibraryFile(path: path, now: { now.now }).repairBlocking())
        let repaired = SQLiteBookmarkTimeRepository(library: try SQLiteLibrary(path: path))
        #expect(try await repaired.bookmarkTimes(ofSongs: [id]) == [now.now])
    }
}
