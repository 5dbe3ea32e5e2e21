import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

@Suite("The problem of an error")
struct ProblemModelTests {
    @Test("is complete sentences for the user and for web clients")
    func hasCompleteSentences() {
        for error in ErrorSamples.all {
            for audience in [ProblemModel.Audience.user, .webClient] {
                let problem = ProblemModel(error, for: audience)
                let first = problem.sentence.first
                #expect(first?.isUppercase == true || first == "“", "\(problem.sentence)")
                #expect(problem.sentence.hasSuffix("."), "\(problem.sentence)")
                #expect(problem.kind != .unexpected && !problem.title.isEmpty)
            }
        }
    }

    @Test("shows paths, addresses, commands and options to the user only")
    func hidesLocalTextsFromWebClients() {
        for error in ErrorSamples.all where !(error is ToDoDocumentError) {
            let text = ProblemModel(error, for: .webClient).text
            #expect(!text.contains(ErrorSamples.path) && !text.contains(ErrorSamples.address), "\(text)")
            #expect(!text.contains("fermata ") && !text.contains("--"), "\(text)")
        }
        #expect(ProblemModel(LibraryError.busy(path: "/a.db")).sentence.contains("/a.db"))
        #expect(ProblemModel(SourceFailure(.truncated, address: "http://a")).sentence.contains("http://a"))
    }

    @Test("has the same kind for every audience")
    func hasOneKind() {
        for error in ErrorSamples.all {
            #expect(ProblemModel(error, for: .user).kind == ProblemModel(error, for: .webClient).kind)
        }
    }

    @Test("lists the candidates of an ambiguous id or name")
    func listsCandidates() throws {
        let music = Music(id: MusicID(7), title: "Changes", artist: "David Bowie")
        let problem = ProblemModel(MusicError.ambiguousID("00", candidates: [music]))
        let candidate = try #require(problem.candidates.first)
        #expect(problem.kind == .ambiguous && candidate.subject == .music(music.id))
        #expect(candidate.key == music.id.description)
        #expect(candidate.text == "\(music.id)  Changes – David Bowie")
        #expect(problem.listsAllCandidates)
        let unknown = ProblemModel(MusicError.ambiguousID("00", candidates: [Music(id: MusicID(1), title: "Fame")]))
        #expect(unknown.candidates.map(\.text) == ["0000000000000001  Fame"])
        let many = ProblemModel(MusicError.ambiguousID("00", candidates: Array(repeating: music, count: 10)))
        #expect(!many.listsAllCandidates)
    }

    @Test("of an unknown error is unexpected, without details for web clients")
    func hidesUnknownErrors() {
        struct Unknown: Error {}
        #expect(ProblemModel(Unknown()).kind == .unexpected)
        #expect(ProblemModel(Unknown(), for: .webClient).sentence == "Something went wrong in the server.")
    }

    @Test("of a cancelled task says who stopped")
    func describesCancellation() {
        let problem = ProblemModel(CancellationError())
        #expect(problem.kind == .stopping && problem.sentence == "Stopped.")
        #expect(ProblemModel(CancellationError(), for: .webClient).sentence == "The server is stopping.")
    }

    @Test("of an input says to the user only that nothing was saved")
    func saysThatNothingWasSaved() {
        let errors: [any Error] = [ToDoError.blankTitle, ToDoInputProblem(field: .date, text: "No date.")]
        for error in errors {
            #expect(ProblemModel(error, for: .user).hint == "Nothing was saved.")
            #expect(ProblemModel(error, for: .webClient).hint == nil)
        }
    }

    @Test("of an existing document says how to replace it")
    func saysHowToReplace() {
        #expect(ProblemModel(ToDoDocumentError.cannotWrite(path: "a", .exists)).hint == "Use --force to replace it.")
        #expect(ProblemModel(ToDoDocumentError.cannotWrite(path: "a", .full)).hint == nil)
        #expect(
            ProblemModel(ToDoDocumentError.cannotWrite(path: "a", .unsupported)).hint
                == "Choose a file, or - for standard output.")
    }

    @Test("of a file that is no library is an invalid file")
    func separatesInvalidFile() {
        #expect(ProblemModel(LibraryError.cannotOpen(path: "a", .notALibrary)).kind == .invalidFile)
        #expect(ProblemModel(LibraryError.cannotOpen(path: "a", .permission)).kind == .cannotCreate)
        #expect(ProblemModel(LibraryError.cannotOpen(path: "a", .missing)).kind == .unreadableFile)
    }

    @Test("of a folder of downloads is a full disk or a folder that cannot be written")
    func separatesFullDisk() {
        #expect(ProblemModel(DownloadError.cannotStore(path: "a", .full)).kind == .storageFull)
        #expect(ProblemModel(DownloadError.cannotStore(path: "a", .readOnly)).kind == .cannotCreate)
        #expect(ProblemModel(DownloadError.noSpace(path: "a", needed: 2, free: 1)).kind == .storageFull)
    }

    @Test("says what happened, to what, and what to do next")
    func saysWhatToDo() {
        let full = LibraryError.cannotWrite(path: "/a.db", .full)
        #expect(
            ProblemModel(full).text
                == "Cannot change the library /a.db: the disk is full. "
                + "Free disk space and try again. Stored music is unchanged.")
        let gone = SourceFailure(.status(404), address: "http://a")
        #expect(
            ProblemModel(gone).text
                == "Cannot read http://a: the server returned 404 Not Found. "
                + "Check the address. Stored music is unchanged.")
        let page = SourceFailure(.content(.webPage), address: "http://a")
        #expect(
            ProblemModel(page).text
                == "The address http://a is a web page (HTML) and neither a catalogue nor a music server. Check that it "
                + "is the address of the document or server itself, not of a page about it or of a login. "
                + "Stored music is unchanged.")
        #expect(
            ProblemModel(SourceError.addressInUse(source: "my radio")).text
                == "The source “my radio” has this address already. Read it again with: fermata sync 'my radio'")
        #expect(
            ProblemModel(SourceError.invalidPlaylistAddress(.empty)).text
                == "Cannot use these values for the source: the address of its playlists is empty. "
                + "Enter an address; --no-playlists removes the playlists of a source.")
        #expect(
            ProblemModel(SourceError.notFound("radio", known: ["shop"])).text
                == "No source is named “radio”. Known sources: shop.")
        #expect(
            ProblemModel(SourceError.secretMissing).text
                == "Cannot use these values for the source: the password or API key is missing. "
                + "Enter it on a terminal, where Fermata asks for it (“source set” needs --password), "
                + "or name a file with --password-file.")
        #expect(
            ProblemModel(LibraryError.cannotOpen(path: "/a.db", .removed)).hint
                == "Run the command again. If the library was moved, name it with --library.")
        #expect(
            ProblemModel(PlayerError.noSoundDevice).text
                == "No sound device can be opened. "
                + "Connect one, or choose an output with “fermata config set player.audioOutput NAME”: pipewire, pulse or "
                + "alsa, or null to play without sound.")
    }

    @Test("asks for a name in full, because names can contain one another")
    func asksForFullNames() {
        let artistProblem = ProblemModel(
            ArtistError.ambiguousName(
                "sheeran",
                candidates: ["Ed Sheeran", "Ed Sheeran & Beyoncé"].map { Artist(name: $0, trackCount: 1) }))
        #expect(artistProblem.hint == "Enter more of the name, or one of these names in full:")
        #expect(artistProblem.candidates.map(\.text) == ["Ed Sheeran", "Ed Sheeran & Beyoncé"])
        let playlistProblem = ProblemModel(PlaylistError.ambiguousName("mix", candidates: []))
        #expect(playlistProblem.hint == "Enter more of the name, one of these names in full, or an id:")
    }

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
