import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Marks on songs of a source that stores none")
struct ReadOnlyLibraryTests {
    @Test("bookmarks, ratings and plays wait for no source, also after the next sync")
    func nothingWaits() async throws {
        let (own, other) = (try TestLibrary(), try await TestLibrary.sample())
        let kind = try other.asSource(of: own)
        try await own.sources.add(.library(at: other.path))
        for revision in ["1", "2"] {
            let records = try await kind.music(of: .library(at: other.path)).records()
            let session = try await own.music.beginSync(over: "family")
            // The second sync reads all records again.
            try await session.apply(
                RemoteBatch(
                    records: records.map { record in
                        RemoteRecord(
                            position: record.position, fingerprint: record.fingerprint &+ (revision == "1" ? 1 : 2)
                        ) {
                            try record.read()
                        }
                    }))
            _ = try await session.finish(.complete(revision: revision))
            let song = try #require(try await own.music.ids(from: MusicID(0), allowing: .all, limit: 1).first)
            _ = try await own.music.setBookmark(revision == "1", of: [song])
            _ = try await own.music.setRating(.four, of: [song])
            let history = SQLiteHistoryRepository(library: own.file)
            try await history.add(Play(song, started: Date(timeIntervalSince1970: 1_000)))
            let subjects = SQLiteSubjectAnnotationRepository(library: own.file, now: { .distantPast })
            try await subjects.edit([.artist("David Bowie")], .bookmark(revision == "1"))
            let waiting = try await own.sources.sources().map(\.waiting)
            #expect(waiting == [nil])
            let plays = try await SQLiteScrobbleRepository(library: own.file, now: { Date() }).waiting()
            #expect(plays.isEmpty)
        }
        let song = try #require(try await own.music.ids(from: MusicID(0), allowing: .all, limit: 1).first)
        let (rated, origins) = (
            try await own.music.music([song], allowing: .all),
            try await SQLiteLyricsRepository(library: own.file).origins(of: song)
        )
        #expect(rated.map(\.rating) == [.four] && origins.map(\.source) == ["family"])
    }
}
