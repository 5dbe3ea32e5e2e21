import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Changes of albums and artists that wait for sources")
struct SubjectChangeTests {
    private let library: StarredLibrary
    private let annotations: SQLiteSubjectAnnotationRepository

    init() async throws {
        library = try await StarredLibrary(["home", "away"])
        annotations = SQLiteSubjectAnnotationRepository(library: library.file, now: { .distantPast })
    }

    @Test("each source gets the last change of a bookmark and a rating, in the order of changes")
    func replacesChanges() async throws {
        let various = AnnotatedSubject.artist("Various")
        for edit in [AnnotationEdit.bookmark(true), .rate(.two), .bookmark(false), .rate(.four)] {
            try await annotations.edit([various], edit)
        }
        #expect(try await annotations.waiting().map(\.source) == ["home", "away"])
        #expect(try await annotations.waiting().map(\.count) == [2, 2])
        for source in ["home", "away"] {
            let changes = try await annotations.changes(of: source, after: 0, limit: 9)
            #expect(changes.map(\.edit) == [.bookmark(false), .rate(.four)])
            #expect(changes.map(\.subject) == [various, various])
            let later = try await annotations.changes(of: source, after: changes[0].number, limit: 9)
            #expect(later == [changes[1]])
            try await annotations.remove(changes[0])
            #expect(try await annotations.changes(of: source, after: 0, limit: 9) == [changes[1]])
        }
        #expect(try await annotations.changes(of: "nowhere", after: 0, limit: 9).isEmpty)
    }

    @Test("undoing a change and importing marks queue changes as well")
    func queuesUndoAndImport() async throws {
        try await annotations.edit([.artist("Various")], .bookmark(true))
        try await removeAll("home")
        _ = try await SQLiteUndoRepository(library: library.file).undoLast(allowing: .all)
        #expect(try await annotations.changes(of: "home", after: 0, limit: 9).map(\.edit) == [.bookmark(false)])
        try await removeAll("home")
        let imported = ExportedAnnotations(SubjectAnnotations(rating: .one), of: .artist("Various"))
        _ = try await annotations.add([imported], allowing: .all)
        #expect(try await annotations.changes(of: "home", after: 0, limit: 9).map(\.edit) == [.rate(.one)])
    }

    @Test("the changes of a removed source are dropped, and nothing waits for an artist without songs")
    func dropsChangesOfRemovedSource() async throws {
        try await annotations.edit([.artist("Various"), .artist("Nobody")], .bookmark(true))
        #expect(try await annotations.waiting().map(\.count) == [1, 1])
        try await library.sources.remove(named: "home", keepingBookmarked: true)
        #expect(try await annotations.waiting().map(\.source) == ["away"])
    }

    @Test("a change of an artist names a song that shows only this artist, if there is one")
    func prefersOwnSongs() async throws {
        let songs = [("a", ["Ann", "Bob"]), ("b", ["Bob"]), ("c", ["Bob"])].map { key, artists in
            RemoteMusic(
                key: key, title: key, artist: artists.joined(separator: " & "), artists: artists,
                duration: .seconds(60), needsKey: true)
        }
        _ = try await library.music.refresh("home", with: songs)
        try await annotations.edit([.artist("Bob"), .artist("Ann")], .bookmark(true))
        let changes = try await annotations.changes(of: "home", after: 0, limit: 9)
        #expect(changes.map(\.key) == ["b", "a"])
    }

    @Test("a star becomes a bookmark, and a removed star removes it, in either direction of other sources")
    func followsStars() async throws {
        #expect(try await read([.artist("VARIOUS"), .artist("Various"), .artist("Nobody"), .artist("")]).added == 1)
        #expect(try await bookmarked == ["Various"])
        #expect(try await annotations.waiting().map(\.source) == ["away"])
        #expect(try await read([.artist("Various")]) == SyncSummary())
        #expect(try await read([]).removed == 1)
        #expect(try await bookmarked.isEmpty)
        #expect(try await annotations.changes(of: "away", after: 0, limit: 9).map(\.edit) == [.bookmark(false)])
    }

    @Test("a waiting change overrides the source until it is delivered, and ends if the source shows it")
    func keepsWaitingChange() async throws {
        _ = try await read([.artist("Various")])
        try await annotations.edit([.artist("Various")], .bookmark(false))
        _ = try await read([.artist("Various")])
        #expect(try await bookmarked.isEmpty)
        #expect(try await annotations.changes(of: "home", after: 0, limit: 9).map(\.edit) == [.bookmark(false)])
        _ = try await read([])
        #expect(try await annotations.changes(of: "home", after: 0, limit: 9).isEmpty)
        _ = try await read([.artist("Various")])
        #expect(try await bookmarked == ["Various"])
    }

    @Test("a bookmark from before the first read is sent, and one without songs of the source is not")
    func sendsOlderBookmarks() async throws {
        try await annotations.edit([.artist("Various"), .artist("Nobody")], .bookmark(true))
        try await removeAll("home")
        #expect(try await read([]) == SyncSummary())
        let changes = try await annotations.changes(of: "home", after: 0, limit: 9)
        #expect(changes.map(\.edit) == [.bookmark(true)] && changes.map(\.subject) == [.artist("Various")])
        #expect(try await bookmarked == ["Nobody", "Various"])
    }

    @Test("a stated rating is applied, and removed once the source no longer states it")
    func followsRatings() async throws {
        func rating() async throws -> Rating? {
            try await annotations.annotations(of: [.artist("Various")])[0].rating
        }
        _ = try await read([.artist("Various")])
        try await annotations.edit([.artist("Various")], .rate(.one))
        try await removeAll("home")
        _ = try await read([.artist("Various")])
        #expect(try await rating() == .one)
        _ = try await read([.artist("Various")], rating: .five)
        #expect(try await rating() == .one)
        _ = try await read([.artist("Various")], rating: .three)
        #expect(try await rating() == .three)
        _ = try await read([.artist("Various")])
        #expect(try await rating() == nil)
    }

    @Test("the album of a name is found by its release if there are several, else ignored")
    func findsAlbums() async throws {
        let releases = [1, 2].map { MusicBrainzID(SIMD16(repeating: UInt8($0))) }
        let songs = releases.enumerated().map { number, release in
            RemoteMusic(
                key: "\(number)", title: "Song", artist: "Ann", album: "Low", duration: .seconds(60 + 9 * number),
                release: release, needsKey: true)
        }
        let low = StarredSubject.Name.album("Low", artists: ["Somebody", "Ann"])
        _ = try await library.music.refresh("home", with: [songs[0]])
        #expect(try await read([.album("Low", artists: ["Somebody"]), .album("", artists: [""])]) == SyncSummary())
        #expect(try await read([low]).added == 1)
        #expect(try await read([]).removed == 1)
        _ = try await library.music.refresh("home", with: songs)
        #expect(try await read([low]) == SyncSummary())
        #expect(try await read([.album("Low", artists: ["Ann"], release: releases[1])]).added == 1)
        let albums = SQLiteAlbumRepository(library: library.file)
        let found = try await albums.results(of: AlbumQuery(bookmarkedOnly: true))
        #expect(found.map(\.release) == [.known(releases[1])])
    }

    @Test("what was read before an annotation changed or was delivered is not applied")
    func ignoresOutdatedReads() async throws {
        var revision = try await annotations.revision(of: "home")
        try await annotations.edit([.artist("Various")], .bookmark(true))
        #expect(try await annotations.apply([], of: "home", at: revision) == nil)
        revision = try await annotations.revision(of: "home")
        try await removeAll("home")
        #expect(try await annotations.apply([], of: "home", at: revision) == nil)
        await #expect(throws: SourceError.self) { _ = try await annotations.revision(of: "nowhere") }
    }

    /// The names of the bookmarked artists.
    private var bookmarked: [String] {
        get async throws {
            try await annotations.all(allowing: .all).compactMap { known in
                guard known.annotations.isBookmarked, case .artist(let name) = known.subject else { return nil }
                return name
            }
        }
    }

    /// Applies what `home` has, all with one rating.
    private func read(_ names: [StarredSubject.Name], rating: Rating? = nil) async throws -> SyncSummary {
        let starred = names.map { StarredSubject($0, rating: rating) }
        let revision = try await annotations.revision(of: "home")
        return try #require(try await annotations.apply(starred, of: "home", at: revision))
    }

    private func removeAll(_ source: String) async throws {
        for change in try await annotations.changes(of: source, after: 0, limit: 9) {
            try await annotations.remove(change)
        }
    }
}
