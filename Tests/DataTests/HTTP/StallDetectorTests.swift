import FermataData
import Testing

@Suite("A measured wait")
struct StallDetectorTests {
    private let meter = StallDetector(timeouts: HTTPTimeouts(firstByte: .seconds(30), stall: .seconds(10)))

    @Test("the wait for an answer's head has a limit of its own")
    func head() {
        meter.restart(.head)
        #expect(meter.pass(.seconds(29)) == nil)
        #expect(meter.pass(.seconds(1)) == .head)
    }

    @Test("each piece of an answer begins the measure anew")
    func body() {
        meter.restart(.body)
        #expect(meter.pass(.seconds(9)) == nil)
        meter.restart(.body)
        #expect(meter.pass(.seconds(9)) == nil)
        #expect(meter.pass(.seconds(1)) == .body)
    }

    @Test("time in which nobody waits for the source does not count")
    func pause() {
        meter.restart(.body)
        #expect(meter.pass(.seconds(9)) == nil)
        meter.restart(nil)
        #expect(meter.pass(.seconds(1_000)) == nil)
        meter.restart(.body)
        #expect(meter.pass(.seconds(9)) == nil)
    }
}
