import FermataDomain
import FermataPresentation
import Testing

@Suite("The words for the cause of a problem")
struct CauseTextTests {
    @Test(
        "a limit of bytes is in the largest unit that divides it",
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (2, "2 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"), (1500, "1500 bytes"),
            (3 << 9, "1536 bytes"), (1 << 20, "1 MiB"), ((1 << 20) + 1024, "1025 KiB"), (1 << 30, "1 GiB"),
            (4 << 30, "4 GiB"),
        ])
    func writesByteLimits(bytes: Int, text: String) {
        #expect(ByteLimitText(bytes).text == text)
    }

    @Test("an invalid value is quoted up to its 40th character")
    func shortensInvalidValue() {
        func text(_ count: Int) -> String {
            let value = String(repeating: "9", count: count)
            return RecordErrorText(.invalidValue(field: "due", text: value, expected: .date)).text
        }
        let quote = String(repeating: "9", count: 40)
        #expect(text(40) == "due “\(quote)” is not a date")
        #expect(text(41) == "due “\(quote)…” is not a date")
    }

    @Test("the words for files that cannot be read contain no path")
    func hidesPaths() {
        let cause = ContentFailure.noValidRecords(
            first: RejectedRecord(position: 1, .file("Low/private.mp3", .notAudio)))
        #expect(ContentFailureText(cause).text == "none of the folder’s files can be read")
        let problem = SourceFailure(.content(cause), address: "/music").problem(for: .webClient)
        #expect(!"\(problem)".contains("private") && !"\(problem)".contains("/music"))
    }

    @Test(
        "an unexpected byte is a character or two hexadecimal digits",
        arguments: [
            (0x78, "'x'"), (0x21, "'!'"), (0x7E, "'~'"), (0x7F, "0x7F"), (0x20, "0x20"), (0x0A, "0x0A"), (0, "0x00"),
        ]
            as [(UInt8, String)])
    func namesBytes(byte: UInt8, name: String) {
        let text = ContentFailureText(.notJSON(byte: byte, at: 4)).text
        #expect(text == "the document is not JSON, unexpected \(name) at byte 5")
    }
}
