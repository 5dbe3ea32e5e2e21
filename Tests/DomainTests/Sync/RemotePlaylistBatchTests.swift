import FermataDomain
import Testing

@Suite("Batch of playlists")
struct RemotePlaylistBatchTests {
    @Test(
        "skips the positions of rejected records",
        arguments: [
            (0, [], [1, 2, 3]), (10, [], [11, 12, 13]), (0, [2], [1, 3, 4]), (0, [1, 2], [3, 4, 5]),
            (10, [11, 14], [12, 13, 15]), (10, [14], [11, 12, 13]), (10, [3], [11, 12, 13]),
        ] as [(Int, [Int], [Int])])
    func skipsRejectedPositions(before: Int, bad: [Int], positions: [Int]) {
        let batch = RemotePlaylistBatch(
            playlists: (1...3).map { RemotePlaylist(key: "\($0)", name: "", songKeys: []) },
            rejected: bad.map { RejectedRecord(position: $0, .unreadable) })
        #expect(batch.positions(after: before) == positions)
        #expect(batch.count == 3 + bad.count)
    }
}
