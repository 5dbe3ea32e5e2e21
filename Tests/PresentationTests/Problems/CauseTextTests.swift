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
        #expect(bytes.byteLimitText == text)
    }

    @Test("an invalid value is quoted up to its 40th character")
    func shortensInvalidValue() {
        func text(_ count: Int) -> String {
            let value = String(repeating: "9", count: count)
            return RecordError.invalidValue(field: "due", text: value, expected: .date).clause
        }
        let quote = String(repeating: "9", count: 40)
        #expect(text(40) == "due “\(quote)” is not a date")
        #expect(text(41) == "due “\(quote)…” is not a date")
    }

    @Test(
        "words of a server are quoted, and cut after 200 characters",
        arguments: [
            (SourceFailureCause.server(code: 0, message: "no disk"), "the server reports “no disk”"),
            (.redirect(.otherServer("cdn.example")), "the server redirects to another one, “cdn.example”"),
            (.redirect(.unsupportedScheme("ftp")), "the server redirects to “ftp:”, which is not supported"),
            (.content(.wrongType("text/plain")), "the response is of type “text/plain”"),
            (.content(.unsupportedCompression("br")), "the response is compressed with “br”, which is not supported"),
            (.server(code: 0, message: longText(200)), "the server reports “\(longText(200))”"),
            (.server(code: 0, message: longText(201)), "the server reports “\(longText(200))…”"),
            (.content(.wrongType(longText(9_000))), "the response is of type “\(longText(200))…”"),
        ])
    func quotesServer(cause: SourceFailureCause, text: String) {
        #expect(cause.clause == text)
    }

    @Test("a part of a server is named by its positions, or by its name or id")
    func namesParts() {
        func text(_ part: ServerPart) -> String { RecordError.part(part, .status(500)).clause }
        let reason = "cannot be read: the server returned 500 Internal Server Error"
        #expect(text(.songs(501...1_000)) == "songs 501 to 1,000 of the server’s list \(reason)")
        #expect(text(.albums(1...500)) == "albums 1 to 500 of the server’s list \(reason)")
        #expect(text(.album(id: "7", name: "Low")) == "the album “Low” \(reason)")
        #expect(text(.playlist(id: "7", name: "")) == "the playlist “7” \(reason)")
    }

    @Test("a skipped record is named by its id and its path")
    func namesRecord() {
        let path = "Low/" + longText(300)
        let record = RejectedRecord(position: 7, .missing(field: "title"), id: "s7", path: path)
        #expect(record.clause == "title is missing (id “s7”, path “\(path.prefix(200))…”)")
        #expect(RejectedRecord(position: 7, .notUTF8).clause == "the record is not valid UTF-8")
    }

    @Test("the limits of a source without end have words of their own")
    func describesEndlessSources() {
        #expect(
            ContentFailure.tooManySongs(limit: 5_000_000).clause
                == "the source has more than 5,000,000 songs, the limit of the setting source.maxSongs")
        #expect(
            ContentFailure.noProgress(requests: 20).clause
                == "the server sent nothing new for 20 requests in a row")
    }

    @Test("the words for files that cannot be read contain no path")
    func hidesPaths() {
        let cause = ContentFailure.noValidRecords(
            first: RejectedRecord(position: 1, .file("Low/private.mp3", .notAudio)))
        #expect(cause.clause == "none of the folder’s files can be read")
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
        let text = ContentFailure.notJSON(byte: byte, at: 4).clause
        #expect(text == "the document is not JSON, unexpected \(name) at byte 5")
    }
}

/// A text of this many characters.
private func longText(_ count: Int) -> String { String(repeating: "x", count: count) }
