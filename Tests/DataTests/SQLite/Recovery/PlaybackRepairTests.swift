import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("Repair of the queue, the history and waiting plays")
struct PlaybackRepairTests {
    private static let plays = 350
    private let library: StarredLibrary
    private let playback: StoredPlayback

    /// Fills a library and empties its log.
    init() async throws {
        library = try await StarredLibrary()
        for second in 0..<Self.plays { try await library.play("b", after: Double(second)) }
        let ids = (0..<2_000).map { MusicID(source: "home", key: StarredLibrary.keys[$0 % 5]) }
        let entries = ids.enumerated().map { PlayQueue.Entry(number: $0.offset, song: $0.element) }
        let queue = PlayQueue(entries: entries, index: 7, repetition: .all, isShuffled: true)
        playback = StoredPlayback(queue: queue, elapsed: .milliseconds(61_250), volume: 40)
        let time = Date(timeIntervalSince1970: 1_700_000_000.125)
        try await SQLitePlaybackRepository(library: library.file, now: { time }).store(playback)
        try checkpoint(library.path)
    }

    @Test("copies all of them, with the count of plays, if the tables are unknown")
    func copiesPlayback() async throws {
        // The first page lists the tables.
        try overwrite(page: 0)
        let repaired = try repaired()
        let stored = SQLitePlaybackRepository(library: repaired.file, now: { Date() })
        #expect(try await stored.load() == playback)
        #expect(try await stored.changed() == Date(timeIntervalSince1970: 1_700_000_000.125))
        let songs = try await repaired.music.results(of: MusicQuery(text: "is:played"))
        #expect(songs.map(\.plays) == [Self.plays])
        #expect(songs.first?.lastPlayed == library.time.now + Double(Self.plays - 1))
        let history = try await SQLiteHistoryRepository(library: repaired.file).plays(.all, allowing: .all)
        #expect(history.map(\.started) == (0..<Self.plays).reversed().map { library.time.now + Double($0) })
    }

    @Test("copies the plays outside an unreadable page, and counts them")
    func copiesPlaysOutsideBadPage() async throws {
        let (page, rows) = try await DatabaseQueue(path: library.path).read { db -> (Int, Int) in
            let sql = "SELECT pageno, ncell FROM dbstat WHERE name = 'play' AND pagetype = 'leaf' LIMIT 1 OFFSET 1"
            let row = try #require(try Row.fetchOne(db, sql: sql))
            return (row["pageno"], row["ncell"])
        }
        try overwrite(page: page - 1)
        let repaired = try repaired()
        let history = try await SQLiteHistoryRepository(library: repaired.file).plays(.all, allowing: .all)
        #expect(rows > 0 && history.count == Self.plays - rows)
        let counts = try await repaired.music.results(of: MusicQuery(text: "is:played")).map(\.plays)
        #expect(counts == [history.count])
    }

    @Test("repaired plays still wait for their source")
    func copiesWaitingPlays() async throws {
        try overwrite(page: 0)
        let repaired = try repaired()
        let scrobble = try #require(try await repaired.scrobbles.claimNext(of: "home"))
        #expect(scrobble == Scrobble(number: 1, key: "b", started: library.time.now))
        #expect(try await repaired.scrobbles.waiting() == [WaitingChanges(source: "home", count: Self.plays)])
    }

    private func repaired() throws -> StarredLibrary {
        let time = library.time
        _ = try #require(try SQLiteLibraryFile(path: library.path, now: { time.now }).repairBlocking())
        return try StarredLibrary(path: library.path)
    }

    private func overwrite(page: Int) throws {
        // The header identifies a library and stays intact.
        let start = page == 0 ? 100 : 0
        try overwriteBytes(of: library.path, at: page * 4_096 + start, count: 4_096 - start)
    }
}
