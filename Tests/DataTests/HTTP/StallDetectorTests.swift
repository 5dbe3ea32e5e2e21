import FermataData
import Testing

@Suite("Stall detector")
struct StallDetectorTests {
    private let stallDetector = StallDetector(timeouts: HTTPTimeouts(firstByte: .seconds(30), stall: .seconds(10)))

    @Test("limits the wait for the head of a response")
    func limitsHead() {
        stallDetector.measure(.head)
        #expect(stallDetector.advance(by: .seconds(29)) == nil)
        #expect(stallDetector.advance(by: .seconds(1)) == .head)
    }

    @Test("limits the wait for the bytes of a body, however many chunks they come in")
    func limitsProgress() {
        stallDetector.measure(.head)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.measure(.body)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.receive(StallDetector.progressBytes - 1)
        stallDetector.receive(1)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.receive(1)
        stallDetector.measure(nil)
        stallDetector.measure(.body)
        stallDetector.receive(StallDetector.progressBytes - 2)
        #expect(stallDetector.advance(by: .seconds(1)) == .body)
    }

    @Test("counts only received bytes towards the progress of a body")
    func countsReceivedBytes() {
        stallDetector.measure(.body)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.receive(StallDetector.progressBytes - 1)
        #expect(stallDetector.advance(by: .seconds(1)) == .body)
    }

    @Test("ignores the time between waits")
    func ignoresTimeBetweenWaits() {
        stallDetector.measure(.body)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.measure(nil)
        #expect(stallDetector.advance(by: .seconds(1_000)) == nil)
        stallDetector.measure(.body)
        #expect(stallDetector.advance(by: .milliseconds(999)) == nil)
        #expect(stallDetector.advance(by: .milliseconds(1)) == .body)
    }
}
