import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Plays of a library whose repair could not read a source")
struct LostSourceTests {
    private static let sources = ["home", "away"]

    @Test("a later play is stored, and waits for the other source of the song", arguments: sources)
    func recordsPlay(lost: String) async throws {
        let (repaired, other) = try await repairedLibrary(without: lost)
        #expect(try await repaired.sources.sources().map(\.name) == [other])
        #expect(try await repaired.scrobbles.waiting() == [WaitingChanges(source: other, count: 1)])
        try await repaired.play("a", source: lost, after: 60)
        let history = try await SQLiteHistoryRepository(library: repaired.file).plays(.all, allowing: .all)
        #expect(history.map(\.started) == [60.0, 0].map { repaired.time.now + $0 })
        #expect(try await repaired.music.results(of: MusicQuery(text: "is:played")).map(\.plays) == [2])
        #expect(try await repaired.scrobbles.waiting() == [WaitingChanges(source: other, count: 2)])
    }

    @Test("a source that is added again receives only the plays from then on", arguments: sources)
    func sendsLaterPlays(lost: String) async throws {
        let (repaired, _) = try await repairedLibrary(without: lost)
        let source = Source(name: lost, kind: "test", address: "test:\(lost)", added: repaired.time.now)
        try await repaired.sources.add(source)
        _ = try await repaired.music.refresh(lost, with: StarredLibrary.songs(of: ""))
        try await repaired.play("b", source: lost, after: 60)
        #expect(try await repaired.scrobbles.waiting().first { $0.source == lost }?.count == 1)
        let scrobble = try #require(try await repaired.scrobbles.claimNext(of: lost))
        #expect(scrobble.key == "b" && scrobble.started == repaired.time.now + 60)
    }

    /// Repairs a library with a play that waited for both sources, after one row of the table of sources was damaged.
    private func repairedLibrary(without lost: String) async throws -> (repaired: StarredLibrary, other: String) {
        let library = try await StarredLibrary(Self.sources, isShared: true)
        try await library.play("a")
        let file = try checkpointedFile(at: library.path)
        let row = try #require(file.range(of: Data("test:\(lost)".utf8))).lowerBound
        let index = try #require(Self.sources.firstIndex(of: lost))
        // After its header of eight bytes, the page has the offset of each row, in the order of their ids.
        try overwriteBytes(of: library.path, at: row / 4_096 * 4_096 + 8 + 2 * index, with: Data([0xFF, 0xFF]))
        let damaged = SQLiteLibraryFile(path: library.path, now: { library.time.now })
        let repair = try #require(try damaged.repairBlocking())
        #expect(repair.count(of: .sources) == .init(.sources, read: 1, lost: 1))
        return (try StarredLibrary(path: library.path), Self.sources[1 - index])
    }
}
