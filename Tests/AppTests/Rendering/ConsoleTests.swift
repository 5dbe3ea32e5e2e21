import ArgumentParser
import FermataPresentation
import Testing
import FermataApp

@Suite("Console")
struct ConsoleTests {
    @Test("progress is cut to the terminal's width, so that the next line replaces it")
    func cutsProgress() {
        let errors = CapturedOutput()
        let console = Console(output: CapturedOutput(), errors: errors, progressSize: { (columns: 12, rows: 24) })
        console.progress("a long name of a source: 1 record")
        #expect(errors.text == "\r\u{1B}[Ka long nam…")
    }

    @Test("a message breaks between words on a terminal, with the indentation of its lines")
    func wrapsMessages() {
        for (columns, text) in [
            (20, "Several songs match\n“low”.\n  1e8b  Low –\n    Bowie, Low Life\n"),
            (nil, "Several songs match “low”.\n  1e8b  Low – Bowie, Low Life\n"),
        ] as [(Int?, String)] {
            let errors = CapturedOutput()
            let console = Console(
                output: CapturedOutput(), errors: errors, progressSize: { columns.map { (columns: $0, rows: 24) } })
            console.note("Several songs match “low”.\n  1e8b  Low – Bowie, Low Life")
            #expect(errors.text == text)
        }
    }

    @Test("no progress is drawn while another job is in the terminal's foreground")
    func drawsNothingInBackground() {
        let errors = CapturedOutput()
        let console = Console(
            output: CapturedOutput(), errors: errors, progressSize: { (columns: 80, rows: 24) },
            isInBackground: { true })
        console.progress("a: 1 record")
        #expect(errors.text.isEmpty)
    }

    @Test("a terminal without cursor control shows questions and prompts")
    func asksWithoutCursorControl() throws {
        let errors = CapturedOutput()
        let console = Console(
            output: CapturedOutput(), errors: errors, readResponse: { "yes" }, readHidden: { "secret7" })
        #expect(try console.confirm("Remove radio?"))
        #expect(console.readSecret("Password: ") == "secret7")
        #expect(errors.text == "Remove radio? [y/N] Password: \n")
    }

    @Test("a question without a terminal is refused, and a prompt is not shown")
    func asksOnlyOnTerminal() {
        let errors = CapturedOutput()
        let console = Console(
            output: CapturedOutput(), errors: errors, progressSize: { (columns: 80, rows: 24) },
            readHidden: { "secret7" })
        #expect(throws: (any Error).self) { try console.confirm("Remove radio?") }
        #expect(console.readSecret("Password: ") == "secret7")
        #expect(errors.text.isEmpty)
    }

    @Test(
        "the variable COLUMNS sets the width of tables in pipes",
        arguments: [("60", 60), ("1", 1), ("0", 100), ("-5", 100), ("wide", 100), ("", 100), ("99999999", 10_000)])
    func readsColumns(text: String, width: Int) {
        #expect(Terminal(environment: ["COLUMNS": text]).fileStyle == TableStyle(width: width))
        #expect(Terminal(environment: [:]).fileStyle == .file)
    }

    @Test("help ends without an error if its reader closes the pipe")
    func endsHelpOnClosedPipe() {
        let errors = CapturedOutput()
        let console = Console(output: CapturedOutput(limit: 3), errors: errors)
        let report = ErrorReport(CleanExit.message("Usage: fermata"), root: ServeCommand.self)
        #expect(report.show(on: console) == 0)
        #expect(errors.text.isEmpty)
    }
}
