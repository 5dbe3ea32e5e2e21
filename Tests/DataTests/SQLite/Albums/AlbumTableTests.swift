import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("The table of albums")
struct AlbumTableTests {
    private let path: String

    init() throws { path = try TemporaryFolder().path("library.sqlite") }

    @Test("an interrupted initial import fills the table at the next sync")
    func completesInitialImport() async throws {
        let songs = (1...3).map { RemoteMusic(key: "\($0)", title: "\($0)", artist: "Low", album: "Trust \($0 % 2)") }
        let library = try await TestLibrary(songs, path: path)
        try change(path, "DROP INDEX album_by_added; DELETE FROM album; DELETE FROM album_genre")
        let albums = SQLiteAlbumRepository(library: library.file)
        #expect(try await albums.count(AlbumQuery()) == 0)
        _ = try await library.music.refresh("radio", with: songs + [RemoteMusic(key: "4", title: "4", album: "Low")])
        #expect(try await albums.results(of: AlbumQuery(order: .name)).map(\.name) == ["Low", "Trust 0", "Trust 1"])
    }

    @Test("a change of songs that albums do not show writes no album")
    func writesChangedAlbumsOnly() async throws {
        let probe = ConnectionProbe(path)
        var songs = (1...4).map {
            RemoteMusic(key: "\($0)", title: "\($0)", artist: "Low", album: "Trust", genre: "pop")
        }
        let library = try await TestLibrary(songs, path: path)
        func writes(_ change: (inout RemoteMusic) -> Void) async throws -> Int {
            change(&songs[0])
            let statements = try await probe.statements { _ = try await library.music.refresh("radio", with: songs) }
            return statements.count { $0.hasPrefix("INSERT INTO album(") || $0.hasPrefix("DELETE FROM album ") }
        }
        #expect(try await writes { $0.title = "Canada" } == 0)
        #expect(try await writes { $0.released = ReleaseDate(year: 2002) } == 2)
        #expect(try await writes { $0.album = "Low" } == 3)
        #expect(try await writes { _ in } == 0)
    }

    @Test("the sizes of genres follow every change of songs and sources")
    func countsGenres() async throws {
        var songs = (1...6).map {
            RemoteMusic(
                key: "\($0)", title: "\($0)", artist: "Low", album: "Trust \($0 % 2)", genre: $0 < 3 ? "Café" : "Rock",
                explicit: $0 == 3 ? .explicit : .clean)
        }
        let library = try await TestLibrary(songs, path: path)
        #expect(try genres() == ["Café|2|2|2|2|2|2", "Rock|4|3|3|2|2|2"])
        songs[0].genre = "Cafe\u{301}"
        songs[2].album = "Canada"
        _ = try await library.music.refresh("radio", with: songs)
        #expect(try genres() == ["Cafe\u{301}|1|1|1|1|1|1", "Café|1|1|1|1|1|1", "Rock|4|3|3|3|2|2"])
        songs[0].genre = "Rock"
        songs.removeLast(2)
        _ = try await library.music.refresh("radio", with: songs)
        #expect(try genres() == ["Café|1|1|1|1|1|1", "Rock|3|2|2|3|2|2"])
        try await SQLiteSourceRepository(library: library.file).remove(named: "radio", keepingBookmarked: false)
        #expect(try genres() == [])
    }

    @Test("a repair derives the albums of the songs that it reads")
    func repairsAlbums() async throws {
        let library = try await TestLibrary(SampleMusic.all, path: path)
        let albums = try await SQLiteAlbumRepository(library: library.file).results(of: AlbumQuery())
        let editionsBefore = try editions()
        try checkpoint(path)
        try change(
            path, "UPDATE album SET name_key = 'x', plays = 7; UPDATE music SET edition = 7; DELETE FROM album_genre")
        _ = try SQLiteLibraryFile(path: path, now: { Date() }).repairBlocking()
        let repaired = SQLiteAlbumRepository(library: try SQLiteLibrary(path: path))
        #expect(try await repaired.results(of: AlbumQuery()) == albums)
        #expect(try await repaired.genres(in: .name, allowing: .all, window: .all).map(\.name) == ["rock"])
        #expect(try editions() == editionsBefore)
    }

    @Test("albums of equal sort keys mark their songs, and only these")
    func marksEditions() async throws {
        var songs = ["!!!", "+", "Low", "Trust"].map { RemoteMusic(key: $0, title: $0, artist: "Ann", album: $0) }
        let library = try await TestLibrary(songs, path: path)
        #expect(try editions().map { $0 != nil } == [true, true, false, false])
        songs[1].album = "Low"
        _ = try await library.music.refresh("radio", with: songs)
        #expect(try editions().allSatisfy { $0 == nil })
        for (index, byte) in [(1, 1), (2, 2)] {
            songs[index].release = MusicBrainzID(SIMD16(repeating: UInt8(byte)))
        }
        _ = try await library.music.refresh("radio", with: songs)
        #expect(try editions().map { $0 != nil } == [false, true, true, false])
        _ = try await library.music.refresh("radio", with: Array(songs.dropFirst(2)))
        #expect(try editions() == [nil, nil])
    }

    /// The genres, with their sizes for each filter.
    private func genres() throws -> [String] {
        try DatabaseQueue(path: path, configuration: .patient).read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM genre").map { row in
                row.databaseValues.map { String.fromDatabaseValue($0) ?? $0.description }.joined(separator: "|")
            }
        }
    }

    /// The editions of all songs by title.
    private func editions() throws -> [Int64?] {
        try DatabaseQueue(path: path, configuration: .patient).read {
            try Optional<Int64>.fetchAll($0, sql: "SELECT edition FROM music ORDER BY title")
        }
    }
}
