import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("Repair of the queue, the history and waiting plays")
struct PlaybackRepairTests {
    private static let plays = 500
    private let library: StarredLibrary
    private let playback: StoredPlayback

    /// A library in whose log nothing is left.
    init() async throws {
        library = try await StarredLibrary()
        for second in 0..<Self.plays { try await library.play("b", after: Double(second)) }
        let ids = (0..<2_000).map { MusicID(source: "home", key: StarredLibrary.keys[$0 % 5]) }
        let entries = ids.enumerated().map { PlayQueue.Entry(number: $0.offset, song: $0.element) }
        let queue = PlayQueue(entries: entries, index: 7, repetition: .all, isShuffled: true)
        playback = StoredPlayback(queue: queue, elapsed: .milliseconds(61_250), volume: 40)
        try await SQLitePlaybackRepository(library: library.file).store(playback)
        try checkpoint(library.path)
    }

    @Test("copies all of them from a library whose tables are unknown, and counts the plays")
    func copiesPlayback() async throws {
        // Without its first page, the file names no tables.
        try overwrite(page: 0)
        let repaired = try repaired()
        #expect(try await SQLitePlaybackRepository(library: repaired.file).stored() == playback)
        let songs = try await repaired.music.results(of: MusicQuery(text: "is:played"))
        #expect(songs.map(\.plays) == [Self.plays])
        #expect(songs.first?.lastPlayed == library.time.now + Double(Self.plays - 1))
        let history = try await SQLiteHistoryRepository(library: repaired.file).plays(.all, allowing: .all)
        #expect(history.map(\.started) == (0..<Self.plays).reversed().map { library.time.now + Double($0) })
    }

    @Test("copies nearly all plays around an unreadable page, and counts those")
    func copiesPlaysAroundBadPage() async throws {
        let page = try await DatabaseQueue(path: library.path).read { db in
            try Int.fetchOne(
                db, sql: "SELECT pageno FROM dbstat WHERE name = 'play' AND pagetype = 'leaf' LIMIT 1 OFFSET 1")
        }
        try overwrite(page: try #require(page) - 1)
        let repaired = try repaired()
        let history = try await SQLiteHistoryRepository(library: repaired.file).plays(.all, allowing: .all)
        #expect((Self.plays / 10..<Self.plays).contains(history.count))
        let counts = try await repaired.music.results(of: MusicQuery(text: "is:played")).map(\.plays)
        #expect(counts == [history.count])
    }

    @Test("plays wait on for their source")
    func copiesWaitingPlays() async throws {
        try overwrite(page: 0)
        let repaired = try repaired()
        let scrobble = try #require(try await repaired.scrobbles.claimNext(of: "home"))
        #expect(scrobble == Scrobble(number: 1, key: "b", started: library.time.now))
        #expect(try await repaired.scrobbles.waiting() == [WaitingChanges(source: "home", count: Self.plays)])
    }

    private func repaired() throws -> StarredLibrary {
        let time = library.time
        _ = try #require(try SQLiteLibraryFile(path: library.path, now: { time.now }).repairAtOnce())
        return try StarredLibrary(path: library.path)
    }

    private func overwrite(page: Int) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: library.path))
        // The header of the first page identifies a library.
        let start = page == 0 ? 100 : 0
        try file.seek(toOffset: UInt64(page * 4_096 + start))
        try file.write(contentsOf: Data(repeating: 0x55, count: 4_096 - start))
        try file.close()
    }
}
