import FermataDomain
import Testing

@Suite("Window of a list")
struct WindowTests {
    @Test("starts at the first row and has no limit by default")
    func defaultsToAllRows() {
        #expect(Window() == .all)
        #expect(Window.all.offset == 0 && Window.all.limit == nil)
    }

    @Test("treats negative numbers as zero and keeps others", arguments: [-7, -1, 0, 1, 7])
    func clampsNegativeNumbers(number: Int) {
        let window = Window(offset: number, limit: number)
        #expect(window.offset == (number < 0 ? 0 : number))
        #expect(window.limit == (number < 0 ? 0 : number))
    }

    @Test("limits numbers so that their sum cannot overflow")
    func limitsNumbers() {
        let window = Window(offset: .max, limit: .max)
        #expect(window.offset == Window.largest && window.limit == Window.largest)
        #expect(!window.offset.addingReportingOverflow(Window.largest).overflow)
    }
}
