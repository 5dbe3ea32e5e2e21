import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

@Suite("Sources in the TUI")
struct TUISourceTests {
    private func session() -> TUISession {
        var session = TUISession(columns: 100)
        session.sources = [
            .stored("radio", latest: .synced("radio", failure: .status(404))),
            .stored("Music", kind: "folder", address: "/home/ann/Music", isRead: false),
        ]
        session.start()
        session.press(.function(7))
        session.clearRequested()
        return session
    }

    @Test("lists sources with their songs, age, address and latest result")
    func listsSources() {
        let session = session()
        #expect(session.screen.title == "Sources")
        #expect(session.screen.columns.map(\.column.heading).last == "Last sync")
        #expect(
            session.lines.prefix(3) == [
                "> radio|http|12 songs|3 minutes ago|https://radio.example/songs.json|failed: the server returned 404 Not Found",
                "  Music|folder|12 songs|never|/home/ann/Music", "",
            ])
        #expect(
            session.screen.hints == "? keys  q quit  Enter open  x remove  a add  e edit  R sync  r sync all")
    }

    @Test("an empty list says how to add a source")
    func explainsEmptyList() {
        var session = TUISession.started()
        session.press(.function(7))
        #expect(session.lines[0] == "There is no source yet. Press a on the Sources tab to add one.")
        #expect(session.screen.hints == "? keys  q quit  a add  r sync all")
    }

    @Test("Enter shows all about a source, with the complete error")
    func showsDetails() {
        var session = session()
        session.press(.enter)
        #expect(session.screen.title == "radio")
        #expect(session.lines.contains("last sync   failed: the server returned 404 Not Found"))
        #expect(session.lines.contains { $0.hasPrefix("note        Cannot read https://radio.example/songs.json:") })
        #expect(session.screen.hints == "? keys  q quit  Esc back  x remove  e edit  R sync  r sync all")
    }

    @Test("adds a source, and says what its address is")
    func addsSource() {
        var session = session()
        session.press("a")
        #expect(session.screen.title == "A new source" && session.lines[0] == "> address      ")
        #expect(session.lines[1] == "             A URL of a catalogue or a music server, or the path of a folder.")
        session.type("~/Mu")
        #expect(session.lines[1] == "             A folder of audio files on this computer.")
        session.press(.control("s"))
        var input = SourceInputModel(forms: SampleForms.all)
        input[.address] = "~/Mu"
        #expect(session.requested.last == .addSource(input))
        #expect(session.statusText == "Adding the source…")
        session.sources.append(.stored("Mu", kind: "folder", address: "/home/ann/Mu", isRead: false))
        session.send(.sourceAdded(session.sources[2]))
        #expect(session.statusText == "Added “Mu”. Press R to sync it.")
        #expect(session.selectedLine?.hasPrefix("> Mu|folder") == true)
    }

    @Test("R syncs a source that was added, also before its row is read")
    func syncsAddedSource() {
        var session = session()
        session.repliesAtOnce = false
        session.sources.append(.stored("Mu", kind: "folder", address: "/home/ann/Mu", isRead: false))
        session.send(.sourceAdded(session.sources[2]))
        #expect(session.selectedLine?.hasPrefix("> radio|") == true)
        session.press("R")
        #expect(session.requested.last == .syncSource("Mu"))
        session.reply()
        #expect(session.selectedLine?.hasPrefix("> Mu|folder") == true)
    }

    @Test("selects a source that was added as soon as its row is read, however late")
    func selectsAddedSourceLater() {
        var session = session()
        session.send(.sourceAdded(.stored("Mu", kind: "folder", address: "/home/ann/Mu", isRead: false)))
        #expect(session.selectedLine?.hasPrefix("> radio|") == true)
        session.sources.append(.stored("Mu", kind: "folder", address: "/home/ann/Mu", isRead: false))
        session.send(.libraryChanged)
        #expect(session.selectedLine?.hasPrefix("> Mu|folder") == true)
        session.press(.up)
        session.send(.libraryChanged)
        #expect(session.selectedLine?.hasPrefix("> Music|") == true)
    }

    @Test("hides a password while it is typed")
    func hidesPassword() {
        var session = session()
        session.press("a")
        session.type("https://music.example")
        session.press(.tab, .tab, .tab)
        session.type("ann")
        session.press(.tab)
        session.type("pass")
        #expect(session.lines[8] == "> password     ••••" && session.lines[6] == "  user         ann")
        #expect(session.lines[1] == "             A music server (OpenSubsonic).")
        session.press(.enter)
        guard case .addSource(let input)? = session.requested.last else {
            Issue.record("not saved")
            return
        }
        #expect(input[.password] == "pass")
    }

    @Test("a rejected source stays in the form, at the field that is wrong")
    func correctsRejectedSource() {
        var session = session()
        session.press("a")
        session.type("http://a.example")
        session.press(.control("s"))
        session.send(.sourceRejected(ProblemModel(SourceError.alreadyExists("a.example"))))
        #expect(session.statusText == "A source named “a.example” already exists.")
        session.type("b")
        #expect(session.lines[2] == "> name         b")
        session.press(.escape)
        #expect(session.statusText == "Discard this source? y/n")
        session.press("y")
        #expect(session.screen.title == "Sources")
    }

    @Test("refuses an address of no known kind before it is saved")
    func refusesUnknownAddress() {
        var session = session()
        session.press("a")
        session.type("Music")
        session.press(.control("s"))
        #expect(session.requested.isEmpty)
        #expect(session.lines.contains { $0.contains("The address begins neither with http://") })
    }

    @Test("changes the name and the address of a source")
    func editsSource() {
        var session = session()
        session.press(.enter, "e")
        #expect(session.screen.title == "Source radio")
        #expect(session.lines[0] == "> address      https://radio.example/songs.json")
        session.press(.tab)
        session.type("2")
        session.clearRequested()
        session.press(.control("s"))
        guard case .editSource("radio", let input)? = session.requested.last else {
            Issue.record("\(session.requested)")
            return
        }
        #expect(input.changes == .init(name: "radio2"))
        session.sources[0] = .stored("radio2")
        session.send(.sourceEdited("radio", session.sources[0]))
        #expect(session.screen.title == "Sources" && session.statusText == "Saved “radio2”.")
        #expect(session.selectedLine?.hasPrefix("> radio2|") == true)
    }

    @Test(
        "removes a source after a prompt, with or without its bookmarked songs",
        arguments: [("y", false), ("K", true)] as [(TUIKey, Bool)])
    func removesSource(key: TUIKey, keepsBookmarked: Bool) {
        var session = session()
        session.press("x")
        #expect(session.statusText == "Remove “radio” and all songs that came only from it? y/k/n")
        #expect(session.screen.hints == "y remove  k keep bookmarked songs  n no")
        session.press("n")
        #expect(session.requested.isEmpty)
        session.press("x", key)
        #expect(session.requested == [.removeSource("radio", keepingBookmarked: keepsBookmarked)])
        session.send(.sourceRemoved("radio"))
        #expect(session.statusText == "Removed radio." && session.selectedLine?.hasPrefix("> Music|") == true)
    }

    @Test("syncs the selected source or all, one sync at a time, with progress in the row")
    func syncsSources() {
        var session = session()
        session.press("R")
        #expect(session.requested == [.syncSource("radio")])
        session.send(.syncProgressed(SyncProgressText(SyncProgress(source: "radio", count: 12_000), seconds: 1)))
        #expect(session.lines[0].hasSuffix("|12,000 records, 12,000 a second"))
        #expect(session.lines[1].hasSuffix("|/home/ann/Music"))
        session.press("r")
        #expect(session.statusText == "A sync is already running.")
        session.sources[0] = .stored("radio", latest: .synced("radio"))
        session.clearRequested()
        session.send(.synced([.synced("radio")]))
        #expect(session.lines[0].hasSuffix("|3 added") && session.statusText == "radio: 3 added")
        session.press("r")
        #expect(session.requested.last == .sync)
        session.send(.syncFailed(ProblemModel(.busy, "Another program uses the library.")))
        #expect(session.statusText == "Another program uses the library.")
        session.press("r")
        #expect(session.requested.count { $0 == .sync } == 2)
    }

    @Test("names the part that a sync did not read")
    func namesUnreadPart() {
        var session = session()
        session.send(.synced([.synced("radio", playlists: .status(404))]))
        #expect(session.statusText.hasPrefix("radio: the playlists are not updated, "))
        let failure = SourceFailure(.status(404), address: "https://radio.example")
        let result = SyncResult(source: "radio", summary: SyncSummary(), result: .refreshed, starsFailure: failure)
        session.send(.synced([SyncResultCellModel(result)]))
        #expect(session.statusText.hasPrefix("radio: the stars are not updated, "))
    }

    @Test("closes the details of a source that is removed, and no others")
    func closesDetailsOfRemovedSource() {
        var session = session()
        session.press(.enter)
        session.send(.sourceRemoved("Music"))
        #expect(session.screen.title == "radio")
        session.send(.sourceRemoved("radio"))
        #expect(session.screen.title == "Sources")
    }

    @Test("ignores rows that were requested before a removal, and requests them again")
    func ignoresRowsFromBeforeRemoval() {
        var session = session()
        session.repliesAtOnce = false
        session.send(.libraryChanged)
        let earlier = session.outstanding
        session.clearRequested()
        session.send(.sourceRemoved("radio"))
        #expect(session.loads.map(\.source) == [.sources])
        for effect in earlier { session.reply(effect) }
        #expect(session.selectedLine?.hasPrefix("> Music|") == true && session.position == "1 of 1")
        session.sources.removeFirst()
        session.reply()
        #expect(session.selectedLine?.hasPrefix("> Music|") == true && session.position == "1 of 1")
    }

    @Test("R syncs the selected source after an added one was removed")
    func syncsSelectedAfterRemoval() {
        var session = session()
        session.sources.append(.stored("Mu", kind: "folder", address: "/home/ann/Mu", isRead: false))
        session.send(.sourceAdded(session.sources[2]))
        #expect(session.selectedLine?.hasPrefix("> Mu|folder") == true)
        session.send(.sourceRemoved("Mu"))
        session.press("R")
        #expect(session.requested.last == .syncSource("Music"))
    }
}
