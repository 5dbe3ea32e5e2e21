import FermataDomain
import FermataPresentation
import Testing

@Suite("Statuses that look the same")
struct ShownStatusTests {
    private let lyrics = LyricsScreen(
        MusicCellModel(Music(id: MusicID(1), title: "Changes")),
        lyrics: Lyrics([LyricLine(time: .milliseconds(1_500), "one"), LyricLine(time: .milliseconds(3_000), "two")]))

    private func status(_ milliseconds: Int, volume: Int = 100) -> PlayerStatus {
        PlayerStatus(state: .playing, elapsed: .milliseconds(milliseconds), volume: volume)
    }

    @Test("positions within a second and a line look the same", arguments: [(1_000, 1_499), (1_500, 1_999)])
    func comparesPositions(first: Int, second: Int) {
        #expect(status(first).isShown(as: status(second), with: lyrics))
        #expect(status(second).isShown(as: status(first), with: lyrics))
    }

    @Test("another second, or another line, looks different", arguments: [(1_999, 2_000), (1_499, 1_500)])
    func noticesChange(first: Int, second: Int) {
        #expect(!status(first).isShown(as: status(second), with: lyrics))
        #expect(!status(second).isShown(as: status(first), with: lyrics))
    }

    @Test("without lyrics, only the second counts")
    func ignoresMissingLyrics() {
        #expect(status(1_499).isShown(as: status(1_500), with: nil))
    }

    @Test("anything else that changes looks different")
    func noticesOtherChanges() {
        #expect(!status(1_000).isShown(as: status(1_000, volume: 90), with: lyrics))
    }
}
