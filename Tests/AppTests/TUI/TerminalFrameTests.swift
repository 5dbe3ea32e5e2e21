import Testing
import fermata

@Suite("Updating a terminal screen")
struct TerminalFrameTests {
    private func frame(_ lines: String..., cursor: TerminalFrame.Cursor? = nil) -> TerminalFrame {
        TerminalFrame(lines: lines.map { Array($0.utf8) }, cursor: cursor)
    }

    private func text(_ frame: TerminalFrame, from previous: TerminalFrame?) -> String {
        String(decoding: frame.update(from: previous), as: UTF8.self).replacing("\u{1B}", with: "^")
    }

    @Test("draws everything at first, as one synchronized update")
    func drawsEverythingAtFirst() {
        #expect(
            text(frame("one", "two"), from: nil)
                == "^[?2026h^[?25l^[0m^[2J^[1;1H^[2Kone^[0m^[2;1H^[2Ktwo^[0m^[?2026l")
    }

    @Test("draws only different lines")
    func drawsOnlyDifferences() {
        let previous = frame("one", "two", "three")
        #expect(text(frame("one", "2", "three"), from: previous) == "^[?2026h^[?25l^[0m^[2;1H^[2K2^[0m^[?2026l")
        #expect(text(previous, from: previous) == "")
    }

    @Test("shows and hides the cursor")
    func showsAndHidesCursor() {
        let typed = frame("one", cursor: .init(column: 3, row: 0))
        #expect(text(typed, from: frame("one")) == "^[?2026h^[?25l^[0m^[1;4H^[?25h^[?2026l")
        #expect(text(frame("one"), from: typed) == "^[?2026h^[?25l^[0m^[?2026l")
    }
}
