import Foundation
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I make and change playlists in the browser")
    struct PlaylistPageTests {
        @Test("Given six songs, when I select them and name a playlist, then ten steps make it")
        func makesPlaylistOfSelection() async throws {
            try await open { browser, served in
                let titles = try await browser.texts(".cell .title")
                try await browser.click("[data-part=select]")
                for index in 0..<6 { try await browser.click(".cell[data-index='\(index)']") }
                try await browser.wait(for: "#selection [role=status]", toEqual: ["6 selected"])
                try await browser.click("[data-selection=collect]")
                try await browser.wait(until: "document.activeElement.id", is: "choice-name")
                try await browser.type("Trip", into: "#choice-name")
                try await browser.press(.enter)
                try await browser.wait(for: "#message", toContain: "Created the playlist “Trip” with 6 songs.")
                try await browser.wait(until: "document.querySelector('#selection').hidden", is: true)
                #expect(try await served.program.column("title", "playlist show trip") == titles)
            }
        }

        @Test("Given the queue, when I select several songs, then they play next or leave it at once")
        func changesSelectedQueue() async throws {
            try await open { browser, served in
                let ids = try await served.get("/api/music").column("id").prefix(5)
                let added = try await served.send(
                    "POST", "/api/player/queue", body: #"{"music": "\#(ids.joined(separator: " "))"}"#)
                #expect(added.status == 200)
                try await browser.open(served.address + "/queue")
                let titles = try await browser.texts(".cell .title")
                try await browser.click("[data-part=select]")
                for index in [3, 4] { try await browser.click(".cell[data-index='\(index)']") }
                try await browser.click("[data-selection=insert]")
                try await browser.wait(
                    for: ".cell .title", toEqual: [titles[3], titles[4], titles[0], titles[1], titles[2]])
                try await browser.click("[data-part=select]")
                for index in [0, 2] { try await browser.click(".cell[data-index='\(index)']") }
                try await browser.click("[data-selection=remove]")
                try await browser.wait(for: ".cell .title", toEqual: [titles[4], titles[1], titles[2]])
                try await browser.click("#message button")
                try await browser.wait(
                    for: ".cell .title", toEqual: [titles[3], titles[4], titles[0], titles[1], titles[2]])
            }
        }

        @Test("Given an own playlist, when I press arrow keys on a handle, then its song moves")
        func movesByKeyboard() async throws {
            try await openMix { browser, served, _ in
                try await browser.run("document.querySelector(\"[data-index='0'] .handle\").focus()")
                try await browser.press(.down, .down)
                try await browser.wait(for: Self.titles, toEqual: ["Second", "Third", "First"])
                try await browser.wait(for: "#message", toContain: "“First” is now 3 of 3.")
                try await browser.wait(until: Self.focusedRow, is: "2")
                try await browser.press(.up)
                try await browser.wait(for: Self.titles, toEqual: ["Second", "First", "Third"])
                try await browser.wait(until: Self.focusedRow, is: "1")
                #expect(try await served.program.column("title", "playlist show mix") == ["Second", "First", "Third"])
            }
        }

        @Test("Given an own playlist, when I drag a handle, then its song moves to where I release it")
        func movesByDragging() async throws {
            try await openMix { browser, served, _ in
                try await browser.run(
                    """
                    document.querySelector('#list').setPointerCapture = () => {};
                    const handle = () => document.querySelector("[data-index='2'] .handle");
                    const { top } = document.querySelector("[data-index='0']").getBoundingClientRect();
                    window.send = (name, y = top + 3) => handle().dispatchEvent(
                        new PointerEvent(name, { clientY: y, pointerId: 1, isPrimary: true, bubbles: true, cancelable: true }));
                    send('pointerdown', top + 130);
                    send('pointermove');
                    // The list may be loaded again meanwhile.
                    for (const cell of document.querySelectorAll('#list .cell')) cell.replaceWith(cell.cloneNode(true));
                    """)
                try await browser.wait(for: "return document.querySelector('.drop') !== null")
                try await browser.run("send('pointercancel')")
                try await browser.wait(for: "return document.querySelector('.drop, .dragged') === null")
                try await browser.run("send('pointerdown'); send('pointermove')")
                try await browser.press(.escape)
                try await browser.wait(for: "return document.querySelector('.drop, .dragged') === null")
                try await browser.run("send('pointerup')")
                #expect(try await browser.texts(Self.titles) == ["First", "Second", "Third"])
                try await browser.run("send('pointerdown'); send('pointermove'); send('pointerup')")
                try await browser.wait(for: Self.titles, toEqual: ["Third", "First", "Second"])
                #expect(try await served.program.column("title", "playlist show mix") == ["Third", "First", "Second"])
            }
        }

        @Test("Given an own playlist, when I use the menu of a row, then its song moves and is removed")
        func movesByMenu() async throws {
            try await openMix { browser, served, _ in
                try await browser.click("[data-index='0'] .more")
                try await browser.wait(
                    for: ".menu:popover-open [data-entry]", toEqual: ["Move down", "Remove from playlist"])
                try await browser.click(".menu:popover-open [data-entry=down]")
                try await browser.wait(for: Self.titles, toEqual: ["Second", "First", "Third"])
                try await browser.click("[data-index='2'] .more")
                try await browser.click(".menu:popover-open [data-entry=up]")
                try await browser.wait(for: Self.titles, toEqual: ["Second", "Third", "First"])
                try await browser.click("[data-index='0'] .more")
                try await browser.click(".menu:popover-open [data-entry=remove]")
                try await browser.wait(for: Self.titles, toEqual: ["Third", "First"])
                try await browser.wait(for: "#count", toContain: "2 songs")
                try await browser.click("#message button")
                try await browser.wait(for: Self.titles, toEqual: ["Second", "Third", "First"])
                #expect(try await served.program.column("title", "playlist show mix") == ["Second", "Third", "First"])
            }
        }

        @Test("Given a list that another program changes, when I move a song, then a message says so")
        func refusesOutdatedMove() async throws {
            try await openMix { browser, served, _ in
                try await browser.run(
                    """
                    const real = window.fetch, released = new Promise((resolve) => (window.release = resolve));
                    window.fetch = async (address, options) => {
                        if (options?.method === 'PATCH') {
                            window.isSent = true;
                            await released;
                        }
                        return real(address, options);
                    };
                    document.querySelector("[data-index='0'] .handle").focus();
                    """)
                try await browser.press(.down)
                try await browser.wait(until: "window.isSent", is: true)
                try await served.program.run("playlist remove mix 1")
                try await browser.run("window.release()")
                try await browser.wait(for: "#message", toContain: "another song is at position 1 now.")
                try await browser.wait(for: Self.titles, toEqual: ["Second", "Third"])
                #expect(try await served.program.column("title", "playlist show mix") == ["Second", "Third"])
                _ = try await browser.waitForConsoleMessage(containing: "409")
            }
        }

        @Test("Given an own playlist, then I rename it, delete it and undo that")
        func renamesDeletesAndRestores() async throws {
            try await openMix { browser, served, _ in
                try await browser.click("[popovertarget=rename-playlist]")
                try await browser.wait(until: "document.activeElement.id", is: "rename-name")
                try await browser.run("document.activeElement.setRangeText(' 2', 3, 3, 'end')")
                try await browser.press(.enter)
                try await browser.wait(for: "h1", toEqual: ["Mix 2"])
                try await browser.wait(for: "#message", toContain: "Renamed “Mix” to “Mix 2”.")
                try await browser.click("[popovertarget=deletion]")
                try await browser.wait(for: "#deletion > p", toContain: "Delete “Mix 2”, own playlist, 3 songs?")
                // The page notices the change before the reply, and must not load the songs of a deleted playlist.
                try await BrowserTests.waitForEvents(browser)
                try await browser.run(Self.delayDeletion)
                try await browser.click("#deletion [data-method=DELETE]")
                try await browser.wait(forPage: "/playlists")
                try await browser.wait(for: "#message", toContain: "Deleted “Mix 2”.")
                #expect(try await browser.texts(Self.titles).isEmpty)
                try await browser.wait(for: "return document.querySelector('#message button') !== null")
                try await browser.run(Self.doubleClick, [.text("#message button")])
                try await browser.wait(for: Self.titles, toEqual: ["Mix 2"])
                try await browser.wait(for: "#message", toEqual: ["Undone: deleted the playlist “Mix 2”."])
                try await browser.run(
                    "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true }))")
                try await browser.wait(for: Self.titles, toEqual: ["Mix"])
                #expect(try await served.program.column("name", "playlists") == ["Mix"])
            }
        }

        private static let delayDeletion = """
            const { fetch } = window;
            window.fetch = async (address, options) => {
                const response = await fetch(address, options);
                if (options?.method === 'DELETE') await new Promise((resolve) => setTimeout(resolve, 800));
                return response;
            };
            """

        @Test("Given a renamed playlist, when I undo that, then its page has its former name")
        func undoesRenaming() async throws {
            try await openMix { browser, _, _ in
                try await browser.click("[popovertarget=rename-playlist]")
                try await browser.wait(until: "document.activeElement.id", is: "rename-name")
                try await browser.run("document.activeElement.setRangeText(' 2', 3, 3, 'end')")
                try await browser.press(.enter)
                try await browser.wait(for: "h1", toEqual: ["Mix 2"])
                try await browser.click("#message button")
                try await browser.wait(for: "h1", toEqual: ["Mix"])
                try await browser.wait(until: "document.title", is: "Mix – Fermata")
                try await browser.wait(for: "#message", toEqual: ["Undone: renamed the playlist “Mix”."])
            }
        }

        @Test("Given a message with Undo, then it stays until another change is the last one")
        func offersUndoOfLastChange() async throws {
            try await openMix { browser, served, ids in
                try await BrowserTests.waitForEvents(browser)
                try await browser.click("[data-index='0'] .more")
                try await browser.click(".menu:popover-open [data-entry=remove]")
                try await browser.wait(for: "return document.querySelector('#message button') !== null")
                let play = #"{"music":"\#(ids[0])","started":"2026-01-01T00:00:00Z"}"#
                #expect(try await served.send("POST", "/api/history", body: play).status == 201)
                try await browser.click("#message button")
                try await browser.wait(for: Self.titles, toEqual: ["First", "Second", "Third"])
                try await browser.click("[data-index='0'] .more")
                try await browser.click(".menu:popover-open [data-entry=remove]")
                try await browser.wait(for: "return document.querySelector('#message button') !== null")
                try await served.program.run("bookmark second")
                try await browser.wait(until: "document.querySelector('#message button')", is: .null)
            }
        }

        @Test("Given an own playlist, then its page plays, shuffles and queues it")
        func playsPlaylist() async throws {
            try await openMix { browser, _, _ in
                #expect(try await browser.texts(".play-all") == ["Play all", "Shuffle", "Play next", "Add to queue"])
                try await browser.click(".play-all[data-part=play]")
                try await PlayerPage.waitForTitle("First", browser)
                try await browser.click(".play-all[data-part=add]")
                try await browser.wait(
                    until: "JSON.parse(sessionStorage.getItem('fermata-player/')).queue.length", is: 6)
            }
        }

        @Test("Given no playlists, then the page says how to make one, and I make one")
        func makesFirstPlaylist() async throws {
            try await open("/playlists") { browser, _ in
                try await browser.wait(for: ".empty", toContain: "Make one with “New playlist”")
                try await browser.click("[popovertarget=new-playlist]")
                try await browser.type("Night", into: "#new-name")
                try await browser.press(.enter)
                try await browser.wait(for: "h1", toEqual: ["Night"])
                try await browser.wait(for: ".empty", toContain: "It has no songs yet.")
            }
        }

        @Test("Given an album and an artist, then I add their songs, and the last playlist comes first")
        func addsAlbumAndArtist() async throws {
            try await openMix { browser, served, ids in
                try await served.program.run("playlist new Alpha")
                try await browser.open(served.address + "/music/\(ids[0])/album")
                try await browser.click("[data-album]")
                try await browser.wait(for: "#playlist-choice li", toEqual: ["Alpha", "Mix"])
                try await browser.wait(until: "document.activeElement.textContent", is: "Alpha")
                try await browser.press(.down, .enter)
                try await browser.wait(for: "#message", toContain: "Added 3 songs to “Mix”.")
                try await browser.open(served.address + "/artists/Band")
                try await browser.click("[data-artist]")
                try await browser.wait(for: "#playlist-choice li", toEqual: ["Mix", "Alpha"])
                try await browser.press(.escape)
                try await browser.wait(until: "document.querySelector('#playlist-choice:popover-open')", is: .null)
                try await browser.open(served.address + "/music/\(ids[1])")
                try await browser.click("[data-music]")
                try await browser.wait(for: "return document.querySelector('#playlist-choice li button') !== null")
                try await browser.run(Self.doubleClick, [.text("#playlist-choice li button")])
                try await browser.wait(for: "#message", toContain: "Added 1 song to “Mix”.")
                let titles = ["First", "Second", "Third"]
                #expect(try await served.program.column("title", "playlist show mix") == titles + titles + ["Second"])
            }
        }

        @Test("Given a name that is in use, then the choice stays open, and a message says so")
        func refusesNameInUse() async throws {
            try await openMix { browser, _, _ in
                try await browser.click("[data-index='0'] .more")
                try await browser.click(".menu:popover-open [data-part=collect]")
                try await browser.type("mix", into: "#choice-name")
                try await browser.press(.enter)
                try await browser.wait(for: "#message", toContain: "has a playlist named “mix” already.")
                #expect(
                    try await browser.run("return document.querySelector('#playlist-choice').matches(':popover-open')")
                        .flag)
                _ = try await browser.waitForConsoleMessage(containing: "409")
            }
        }

        @Test("Given a playlist of a source, then I can only copy it, and change the copy")
        func copiesPlaylistOfSource() async throws {
            try await BandCatalogue.withSyncedLibrary { program, _ in
                let list = try #require(try await program.column("id", "playlists remix").first)
                try await BrowserTests.open("/playlists/\(list)", program) { browser, _ in
                    #expect(try await browser.texts(".head .tool") == ["Select", "Add to playlist…", "Copy…"])
                    #expect(try await browser.texts("[data-index='0'] [data-entry], .handle").isEmpty)
                    try await browser.click("[popovertarget=copy-playlist]")
                    try await browser.click("#copy-playlist [type=submit]")
                    try await browser.wait(for: "#count", toContain: "own playlist")
                    try await browser.wait(for: "#message", toContain: "Copied “Pop Remix”")
                    try await browser.wait(for: "return document.querySelectorAll('.handle').length === 3")
                }
            }
        }

        /// Opens a page of a library of six songs.
        private func open(_ path: String = "/", _ body: (Browser, ServerProcess) async throws -> Void) async throws {
            let titles = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"]
            try await PlayerPage.open(titles) { browser, served in
                if path != "/" { try await browser.open(served.address + path) }
                try await browser.run("localStorage.clear()")
                try await body(browser, served)
            }
        }

        /// Opens a playlist of three songs of an album; passes the ids of the songs.
        private func openMix(_ body: (Browser, ServerProcess, [String]) async throws -> Void) async throws {
            try await PlayerPage.open(in: "Band/Waves") { browser, served in
                let ids = try await served.get("/api/music?sort=title").column("id")
                let request = #"{"name":"Mix","music":"\#(ids.joined(separator: " "))"}"#
                let made = try await served.send("POST", "/api/playlists", body: request)
                let path = try #require(made["Location"]).replacing("/api", with: "")
                try await browser.run("localStorage.clear()")
                try await browser.open(served.address + path)
                try await browser.run(BrowserTests.keepMessages)
                try await browser.wait(for: Self.titles, toEqual: ["First", "Second", "Third"])
                try await body(browser, served, ids)
            }
        }

        private static let titles = "#list .title"
        /// Clicks an element twice before its first request ends.
        private static let doubleClick = """
            const element = document.querySelector(arguments[0]);
            element.click();
            element.click();
            """
        private static let focusedRow = "document.activeElement.closest('.cell')?.dataset.index"
    }

    @Suite("Story: I select several rows in the browser")
    struct SelectionTests {
        @Test("Given a focused row, when I press x and Shift with arrows, then rows are selected; Escape ends it")
        func selectsByKeyboard() async throws {
            try await PlayerPage.open { browser, _ in
                try await browser.run("document.querySelector(\"[data-index='0']\").focus()")
                try await press("x", browser)
                try await expectSelected(["First"], browser)
                try await press("ArrowDown", shift: true, browser)
                try await press("ArrowDown", shift: true, browser)
                try await expectSelected(["First", "Second", "Third"], browser)
                try await press("ArrowUp", shift: true, browser)
                try await expectSelected(["First", "Second"], browser)
                try await browser.wait(until: "document.activeElement.dataset.index", is: "1")
                try await press("Escape", browser)
                try await expectSelected([], browser)
                try await browser.wait(until: "document.querySelector('#selection').hidden", is: true)
            }
        }

        @Test("Given selected rows, when the library changes and I search, then they stay selected")
        func keepsSelection() async throws {
            try await PlayerPage.open { browser, served in
                try await BrowserTests.waitForEvents(browser)
                try await browser.click("[data-part=select]")
                try await browser.click(".cell[data-index='2']")
                try await browser.click(".cell[data-index='0']")
                let id = try await served.id("third")
                try await served.program.run("bookmark \(id)")
                try await BrowserTests.waitForStar(browser, "[data-key='\(id)']")
                try await expectSelected(["First", "Third"], browser)
                try await BrowserTests.search(browser, "third")
                try await browser.wait(for: ".title", toEqual: ["Third"])
                try await expectSelected(["Third"], count: 2, browser)
                try await browser.click("[data-selection=add]")
                try await browser.wait(for: "#player-title", toEqual: ["Third"])
                try await browser.click("[popovertarget=player-queue]")
                try await browser.wait(for: "#player-queue li > button:first-child", toEqual: ["Third", "First"])
            }
        }

        @Test("Given a row far down, when I click it with Shift, then all rows up to it are selected")
        func selectsRange() async throws {
            try await SharedLibrary.generated.withCopy { program in
                try await BrowserTests.open("/?sort=title", program) { browser, served in
                    try await browser.click("[data-part=select]")
                    try await browser.click(".cell[data-index='1']")
                    try await browser.run("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
                    try await browser.wait(for: "return document.querySelector(\"[data-index='990']\") !== null")
                    try await browser.run(
                        """
                        document.querySelector("[data-index='990']")
                            .dispatchEvent(new MouseEvent('click', { shiftKey: true, bubbles: true, cancelable: true }));
                        """)
                    try await browser.wait(for: "#selection [role=status]", toEqual: ["990 selected"])
                    try await browser.click("[data-selection=bookmark]")
                    try await browser.wait(for: "#message", toContain: "Bookmarked 990 songs.")
                    let total = try await served.get("/api/music?bookmarked=true&total=true").object()["total"]
                    #expect(total as? Int == 990)
                }
            }
        }

        @Test("Given an own playlist with a song twice, when I select one of the rows, then only it is removed")
        func removesSelectedEntries() async throws {
            try await PlayerPage.open { browser, served in
                let ids = try await served.get("/api/music?sort=title").column("id")
                let songs = [ids[0], ids[1], ids[0], ids[2]].joined(separator: " ")
                let made = try await served.send(
                    "POST", "/api/playlists", body: #"{"name":"Mix","music":"\#(songs)"}"#)
                let path = try #require(made["Location"]).replacing("/api", with: "")
                try await browser.open(served.address + path)
                try await browser.click("[data-part=select]")
                try await browser.click(".cell[data-index='2']")
                try await browser.click(".cell[data-index='3']")
                try await browser.wait(for: "#selection [role=status]", toEqual: ["2 selected"])
                try await browser.click("[data-selection=remove]")
                try await browser.wait(for: ".title", toEqual: ["First", "Second"])
                try await browser.wait(for: "#message", toContain: "Removed 2 songs from “Mix”.")
                #expect(try await served.program.column("title", "playlist show mix") == ["First", "Second"])
            }
        }

        @Test("Given albums and playlists, when I select them, then all of their songs are added")
        func addsAlbums() async throws {
            try await PlayerPage.open(in: "Band/Waves") { browser, served in
                try await browser.open(served.address + "/albums")
                try await browser.click("[data-part=select]")
                try await browser.click(".tile[data-index='0'] .title")
                try await browser.click("[data-selection=collect]")
                try await browser.type("Mix", into: "#choice-name")
                try await browser.press(.enter)
                try await browser.wait(for: "#message", toContain: "Created the playlist “Mix” with 3 songs.")
                try await browser.open(served.address + "/playlists")
                try await browser.click("[data-part=select]")
                try await browser.click(".cell[data-index='0'] .title")
                try await browser.click("[data-selection=play]")
                try await PlayerPage.waitForTitle("First", browser)
                try await browser.wait(until: "document.querySelector('#selection').hidden", is: true)
            }
        }

        /// Waits until the check boxes of exactly these rows are checked.
        private func expectSelected(_ titles: [String], count: Int? = nil, _ browser: Browser) async throws {
            try await browser.wait(for: ".cell:has(> .choice:checked) .title", toEqual: titles)
            try await browser.wait(for: "#selection [role=status]", toEqual: ["\(count ?? titles.count) selected"])
        }

        private func press(_ key: String, shift: Bool = false, _ browser: Browser) async throws {
            try await browser.run(
                """
                document.activeElement.dispatchEvent(new KeyboardEvent(
                    'keydown', { key: arguments[0], shiftKey: arguments[1], bubbles: true, cancelable: true }));
                """, [.text(key), .flag(shift)])
        }
    }
}
