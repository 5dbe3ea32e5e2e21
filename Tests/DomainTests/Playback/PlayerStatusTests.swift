import FermataDomain
import Testing

@Suite("The status of playback")
struct PlayerStatusTests {
    private let status = PlayerStatus(state: .playing, elapsed: .seconds(3))

    @Test("isSameExceptPosition ignores the position only")
    func comparesAllButPosition() {
        var other = status
        other.elapsed = .seconds(4)
        #expect(status.isSameExceptPosition(as: status) && status.isSameExceptPosition(as: other))
        other.state = .paused
        #expect(!status.isSameExceptPosition(as: other))
    }
}
