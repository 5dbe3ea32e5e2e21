import FermataDomain
import Testing

@Suite("Plays that players report")
struct PlaybackReportsTests {
    private let song = Music(id: MusicID(1), title: "One", duration: .seconds(200))
    private let other = Music(id: MusicID(2), title: "Two", duration: .seconds(200))

    @Test("a song counts once, when half of it is over")
    func countsOnce() {
        var reports = PlaybackReports()
        let positions = [
            (PlaybackReports.State.starting, 0), (.playing, 99), (.paused, 100), (.playing, 150), (.stopped, 200),
        ]
        let counted = positions.map { reports.add($0, of: song, at: .seconds($1), by: ["a"]) }
        #expect(counted == [false, false, true, false, false])
    }

    @Test("a song that starts again counts again, and so does another one")
    func countsAgain() {
        var reports = PlaybackReports()
        let states = [
            (PlaybackReports.State.stopped, song), (.starting, song), (.playing, song), (.playing, other),
            (.playing, song),
        ]
        let counted = states.map { reports.add($0, of: $1, at: .seconds(150), by: ["a"]) }
        #expect(counted == [true, false, true, true, true])
    }

    @Test("players are independent, and only the latest ones are remembered")
    func separatesPlayers() {
        var reports = PlaybackReports()
        let counted = (0...1_000).map { reports.add(.playing, of: song, at: .seconds(150), by: ["\($0)", "app"]) }
        #expect(counted.allSatisfy { $0 })
        let again = ["1", "0"].map { reports.add(.playing, of: song, at: .seconds(160), by: [$0, "app"]) }
        #expect(again == [false, true])
    }
}
