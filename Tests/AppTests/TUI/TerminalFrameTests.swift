import Testing
import fermata

@Suite("What is sent to a terminal")
struct TerminalFrameTests {
    private func frame(_ lines: String..., cursor: TerminalFrame.Cursor? = nil) -> TerminalFrame {
        TerminalFrame(lines: lines.map { Array($0.utf8) }, cursor: cursor)
    }

    private func text(_ frame: TerminalFrame, from former: TerminalFrame?) -> String {
        String(decoding: frame.update(from: former), as: UTF8.self).replacing("\u{1B}", with: "^")
    }

    @Test("first everything is drawn, between the marks of one update")
    func whole() {
        #expect(
            text(frame("one", "two"), from: nil)
                == "^[?2026h^[?25l^[0m^[2J^[1;1H^[2Kone^[0m^[2;1H^[2Ktwo^[0m^[?2026l")
    }

    @Test("then only lines that differ, and nothing at all where none does")
    func difference() {
        let former = frame("one", "two", "three")
        #expect(text(frame("one", "2", "three"), from: former) == "^[?2026h^[?25l^[0m^[2;1H^[2K2^[0m^[?2026l")
        #expect(text(former, from: former) == "")
    }

    @Test("the cursor is shown where something is typed, and hidden again")
    func cursor() {
        let typed = frame("one", cursor: .init(column: 3, row: 0))
        #expect(text(typed, from: frame("one")) == "^[?2026h^[?25l^[0m^[1;4H^[?25h^[?2026l")
        #expect(text(frame("one"), from: typed) == "^[?2026h^[?25l^[0m^[?2026l")
    }
}
