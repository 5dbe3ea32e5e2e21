import FermataData
import Testing

@Suite("Stall detector")
struct StallDetectorTests {
    private let stallDetector = StallDetector(timeouts: HTTPTimeouts(firstByte: .seconds(30), stall: .seconds(10)))

    @Test("limits the wait for the head of a response")
    func limitsHead() {
        stallDetector.restart(.head)
        #expect(stallDetector.advance(by: .seconds(29)) == nil)
        #expect(stallDetector.advance(by: .seconds(1)) == .head)
    }

    @Test("limits the wait for each chunk of a body")
    func limitsEachChunk() {
        stallDetector.restart(.body)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.restart(.body)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        #expect(stallDetector.advance(by: .seconds(1)) == .body)
    }

    @Test("ignores the time between waits")
    func ignoresTimeBetweenWaits() {
        stallDetector.restart(.body)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.restart(nil)
        #expect(stallDetector.advance(by: .seconds(1_000)) == nil)
        stallDetector.restart(.body)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
    }
}
