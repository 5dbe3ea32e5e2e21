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
}
