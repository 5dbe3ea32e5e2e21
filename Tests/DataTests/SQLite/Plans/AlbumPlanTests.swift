import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

/// Checks SQLite's query plans.
@Suite("Albums are read by indexes")
struct AlbumPlanTests {
    private let path: String

    init() async throws { path = try await TestLibrary.sample().path }

    @Test(
        "a list comes unsorted from the index of its order",
        arguments: [
            (.name, "name"), (.relevance, "name"), (.artist, "artist"), (.newest, "newest"), (.added, "added"),
            (.played, "played"), (.plays, "plays"),
        ] as [(AlbumOrder, String)], ExplicitFilter.allCases)
    func readsEveryOrderByIndex(order: (AlbumOrder, String), filter: ExplicitFilter) async throws {
        for isReversed in [false, true] {
            let query = AlbumQuery(order: order.0, isReversed: isReversed, explicit: filter, window: Window(limit: 3))
            let plans = try await plans { _ = try await $0.results(of: query) }
            let walks = plans.filter { $0.contains { $0.hasPrefix("SCAN album") || $0.contains("(\(order.1)>?)") } }
            #expect(walks.first?.contains { $0.contains("INDEX album_by_\(order.1)") } == true, "\(plans)")
            #expect(walks.allSatisfy { !$0.contains { $0.contains("ORDER BY") } }, "\(walks)")
        }
    }

    @Test("the songs of an album are found by their index, and only these are sorted")
    func readsSongsByIndex() async throws {
        let plans = try await plans { _ = try await $0.results(of: AlbumQuery(order: .name)) }
        let songs = plans.filter { $0.contains { $0.contains("music") } }
        #expect(!songs.isEmpty)
        for plan in songs {
            #expect(plan.contains("SEARCH music USING INDEX music_by_album (album_key=? AND album_artist_key=?)"))
        }
    }

    @Test(
        "conditions are looked up by indexes",
        arguments: [
            AlbumQuery(text: "genre:rock"), AlbumQuery(text: "bowie year:1971"), AlbumQuery(artist: "David Bowie"),
            AlbumQuery(bookmarkedOnly: true), AlbumQuery(order: .random(seed: 7)),
        ])
    func usesIndexes(query: AlbumQuery) async throws {
        let plans = try await plans { _ = try await $0.results(of: query) }
        let scans = plans.joined().filter { $0.hasPrefix("SCAN album") || $0.hasPrefix("SCAN music") }
        #expect(
            scans.allSatisfy { $0.contains("INDEX bookmarked_by_title") || $0.contains("VIRTUAL") }, "\(plans)"
        )
        #expect(!plans.joined().contains { $0.contains("AUTOMATIC") }, "\(plans)")
    }

    @Test("the albums of songs are read only if albums have one name")
    func readsAlbumsOfNamesakesOnly() async throws {
        let library = try SQLiteLibrary(path: path)
        let music = SQLiteMusicRepository(library: library, now: { .distantPast })
        for isNamesake in [false, true] {
            if isNamesake {
                let releases = [1, 2].map { number in
                    var song = RemoteMusic(key: "new \(number)", title: "Song \(number)", artist: "Ann", album: "Low")
                    song.release = MusicBrainzID(SIMD16(repeating: UInt8(number)))
                    return song
                }
                _ = try await music.refresh("radio", with: SampleMusic.all + releases)
            }
            let named = try await music.all().compactMap { song in
                song.albumIDWithoutNamesakes.map { (song.id, $0) }
            }
            let songs = Dictionary(uniqueKeysWithValues: named)
            let plans = try await plans {
                let namesakes = try await $0.albumsAmongNamesakes(of: songs)
                #expect(namesakes.count == (isNamesake ? 2 : 0))
            }
            let steps = Set(plans.joined())
            #expect(steps.contains("SEARCH album USING COVERING INDEX album_other_id (other_id=?)"), "\(steps)")
            #expect(steps.contains { $0.hasPrefix("SEARCH music") } == isNamesake, "\(steps)")
        }
    }

    @Test("the songs of a genre are found by their albums")
    func findsGenreByAlbums() async throws {
        let probe = ConnectionProbe(path)
        let music = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { .distantPast })
        let statements = try await probe.statements { _ = try await music.results(of: MusicQuery(text: "genre:rock")) }
        let plans = try await plans(of: statements.filter { $0.contains("album_genre") })
        #expect(plans.joined().contains("SEARCH album_genre USING PRIMARY KEY (genre=?)"), "\(plans)")
        #expect(!plans.joined().contains { $0.hasPrefix("SCAN music") }, "\(plans)")
    }

    @Test("albums of a genre are found without songs, and genres without albums")
    func readsGenresOnly() async throws {
        let probe = ConnectionProbe(path)
        let albums = SQLiteAlbumRepository(library: try SQLiteLibrary(path: path))
        let search = try await probe.statements { _ = try await albums.count(AlbumQuery(text: "genre:rock")) }
        #expect(search.contains { $0.contains("album_genre") } && !search.contains { $0.contains("CROSS JOIN music") })
        let genres = try await probe.statements {
            _ = try await albums.genres(in: .songs, allowing: .all, window: Window(limit: 20))
        }
        #expect(genres.contains { $0.contains("FROM genre") } && !genres.contains { $0.contains("album_genre") })
    }

    @Test("a changed album is derived from its songs only")
    func derivesByIndex() async throws {
        let probe = ConnectionProbe(path)
        let music = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { .distantPast })
        let statements = try await probe.statements { _ = try await music.refresh("radio", with: [SampleMusic.all[0]]) }
        let own = statements.filter { $0.contains("album") && $0.contains("INDEXED BY") || $0.contains("FROM album") }
        let plans = try await plans(of: own)
        #expect(!plans.isEmpty && !plans.joined().contains { $0.hasPrefix("SCAN music") || $0.hasPrefix("SCAN album") })
    }

    /// The plans of a body's statements about albums in a newly opened library.
    private func plans(_ body: (SQLiteAlbumRepository) async throws -> Void) async throws -> [[String]] {
        let probe = ConnectionProbe(path)
        let albums = SQLiteAlbumRepository(library: try SQLiteLibrary(path: path))
        let statements = try await probe.statements { try await body(albums) }
        return try await plans(of: statements.filter { $0.contains(" album ") || $0.contains(" music ") })
    }

    private func plans(of statements: [String]) async throws -> [[String]] {
        let own = statements.filter {
            !$0.contains("sqlite_master") && !$0.contains("max(row)") && !$0.contains("temp.")
        }
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            // Plans do not depend on the results of the library's functions.
            db.add(function: DatabaseFunction("album_artist", argumentCount: 2, pure: true) { _ in nil })
            db.add(function: DatabaseFunction("search_rank", pure: true) { _ in nil })
        }
        return try await DatabasePool(path: path, configuration: configuration).read { try $0.queryPlans(of: own) }
    }
}
