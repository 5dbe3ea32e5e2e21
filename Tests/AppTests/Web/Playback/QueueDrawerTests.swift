import Foundation
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I change the queue in the browser")
    struct QueueDrawerTests {
        @Test("Given a queue, when I press arrow keys on a handle, then its song moves; Delete removes it")
        func movesByKeyboard() async throws {
            try await open { browser, _ in
                try await browser.run(Self.press("ArrowDown", row: 2))
                try await browser.wait(for: Self.titles, toEqual: ["First", "Third", "Second"])
                try await browser.wait(until: Self.focusedRow, is: 2)
                try await browser.run(Self.press("ArrowUp", row: 3))
                try await browser.run(Self.press("ArrowUp", row: 2))
                try await browser.wait(for: Self.titles, toEqual: ["Second", "First", "Third"])
                try await browser.wait(for: "#player-queue [aria-current]", toEqual: ["First"])
                try await browser.run(Self.press("Delete", row: 1))
                try await browser.wait(for: Self.titles, toEqual: ["First", "Third"])
            }
        }

        @Test("Given a queue, when I drag a handle, then its song moves to where I release it")
        func movesByDragging() async throws {
            try await open { browser, _ in
                let boxes = try await browser.run(
                    """
                    return [...document.querySelectorAll('#player-queue .handle')].map((handle) => {
                        const { left, top, width, height } = handle.getBoundingClientRect();
                        return [left + width / 2, top + height / 2];
                    });
                    """
                ).list.map { ($0.list[0].number ?? 0, $0.list[1].number ?? 0) }
                try await browser.drag(from: boxes[2], to: boxes[0])
                try await browser.wait(for: Self.titles, toEqual: ["Third", "First", "Second"])
                let stored =
                    "JSON.parse(sessionStorage.getItem('fermata-player/')).queue.map(({ title }) => title).join()"
                try await browser.wait(until: stored, is: "Third,First,Second")
            }
        }

        @Test("Given a queue, when I remove and move its songs, then each change can be undone")
        func undoesChanges() async throws {
            try await open { browser, served in
                try await PlayerPage.waitForStoredQueue(browser)
                try await browser.click("#player-queue li:nth-child(2) .remove")
                try await browser.wait(for: "#message", toContain: "Removed “Second” from the queue.")
                try await browser.wait(for: Self.titles, toEqual: ["First", "Third"])
                try await browser.click("#message button")
                try await browser.wait(for: Self.titles, toEqual: ["First", "Second", "Third"])
                try await browser.wait(
                    until: "document.querySelector('#player-queue').matches(':popover-open')", is: true)
                try await browser.run(Self.press("ArrowDown", row: 2))
                try await browser.wait(for: Self.titles, toEqual: ["First", "Third", "Second"])
                try await browser.click("#message button")
                try await browser.wait(for: Self.titles, toEqual: ["First", "Second", "Third"])
                #expect(try await served.program.column("title", "player queue") == ["First", "Second", "Third"])
            }
        }

        @Test("Given 10,000 songs, then the queue draws those in view, moves them, and opens at the current one")
        func drawsLongQueue() async throws {
            try await open { browser, _ in
                try await browser.run(
                    """
                    document.querySelector('#player-queue').hidePopover();
                    return import('/assets/player.js').then(({ play, state }) => {
                        const [song] = state.queue;
                        play(Array.from({ length: 10_000 }, (_, index) => ({ ...song, title: `Song ${index}`, artist: '' })), 5_000);
                    });
                    """)
                try await browser.click("[popovertarget=player-queue]")
                try await browser.wait(for: "#player-queue [aria-current]", toEqual: ["Song 5000"])
                let count = try await browser.run("return document.querySelectorAll('#player-queue li').length")
                #expect((10...200).contains(count.number ?? 0))
                try await browser.run("document.querySelector('#player-queue').scrollTop = 10_000_000")
                try await browser.wait(
                    until: "[...document.querySelectorAll('\(Self.titles)')].at(-1).textContent", is: "Song 9999")
                try await browser.run(Self.pressLast("ArrowUp"))
                try await browser.wait(
                    until: "[...document.querySelectorAll('\(Self.titles)')].at(-1).textContent", is: "Song 9998")
                try await browser.run("document.querySelector('#player-queue').scrollTop = 0")
                try await browser.wait(until: "document.querySelector('\(Self.titles)').textContent", is: "Song 0")
            }
        }

        @Test("Given a long queue that is loading, when I load the page again, then the rest follows, and is stored")
        func resumesLoading() async throws {
            try await PlayerPage.open { browser, served in
                let ids = try await served.get("/api/music?sort=title").column("id")
                let songs = (0..<1_100).map { ids[$0 % 3] }.joined(separator: " ")
                let body = #"{"music": "\#(songs)", "position": "2", "elapsed": "0", "repeat": "off"}"#
                #expect(try await served.send("PUT", "/api/player/queue", body: body).status == 200)
                try await browser.open(served.address + "/home")
                // Later parts do not arrive before the reload.
                try await browser.run(
                    """
                    const { fetch } = window;
                    window.fetch = (address, options) =>
                        String(address).includes('offset=500') ? new Promise(() => {}) : fetch(address, options);
                    """)
                try await browser.click(".continue [data-part=continue]")
                try await PlayerPage.waitForTitle("Second", browser)
                let stored = "JSON.parse(sessionStorage.getItem('fermata-player/'))"
                try await browser.wait(until: "\(stored).queue.length", is: 500)
                try await browser.open(served.address + "/home")
                try await browser.wait(until: "\(stored).queue.length", is: 1_100)
                try await browser.click("[data-player=next]")
                try await browser.wait(
                    for: """
                        return fetch('/api/player').then((response) => response.json())
                            .then(({ position, count }) => position === 3 && count === 1100)
                        """)
            }
        }

        @Test("Given a queue, when I press arrow keys on a title, then the focus moves and the order stays")
        func walksByKeyboard() async throws {
            try await open { browser, _ in
                try await browser.run("document.querySelector('#player-queue li button').focus()")
                try await browser.press(.down, .down)
                try await browser.wait(until: Self.focusedRow, is: 2)
                #expect(try await browser.texts(Self.titles) == ["First", "Second", "Third"])
            }
        }

        @Test("Given a narrow window with an open queue, then a message is above it")
        func showsMessageAboveQueue() async throws {
            try await open { browser, _ in
                try await browser.resize(width: 400, height: 800)
                try await browser.run(Self.press("ArrowDown", row: 1))
                try await browser.wait(for: "#message", toContain: "“First” is now 2 of 3.")
                #expect(try await browser.texts("#announcement[role=status]") == ["“First” is now 2 of 3."])
                try await browser.wait(
                    until: """
                        (({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2).id)
                            (document.querySelector('#message').getBoundingClientRect())
                        """, is: "message")
            }
        }

        @Test("Given a narrow window, then the menu of the other screens has them one below the other")
        func showsScreensInColumn() async throws {
            try await PlayerPage.open { browser, _ in
                try await browser.resize(width: 500, height: 800)
                try await browser.click(".more-screens button")
                try await browser.wait(
                    until: """
                        new Set([...document.querySelectorAll('#screens li')].map((e) => e.getBoundingClientRect().left)).size
                        """, is: 1)
            }
        }

        @Test("Given a long queue of the library, when I play it here, then it plays on, and stays complete")
        func continuesLongQueue() async throws {
            try await PlayerPage.open { browser, served in
                let ids = try await served.get("/api/music?sort=title").column("id")
                let songs = (0..<600).map { ids[$0 % 3] }.joined(separator: " ")
                let body = #"{"music": "\#(songs)", "position": "560", "elapsed": "9", "repeat": "all"}"#
                #expect(try await served.send("PUT", "/api/player/queue", body: body).status == 200)
                try await browser.open(served.address + "/home")
                try await browser.click(".continue [data-part=continue]")
                try await PlayerPage.waitForTitle("Second", browser)
                let stored = "JSON.parse(sessionStorage.getItem('fermata-player/'))"
                try await browser.wait(until: "\(stored).queue.length", is: 600)
                try await browser.wait(until: "\(stored).index", is: 559)
                try await browser.wait(until: "\(stored).repeat", is: "all")
                try await browser.wait(for: "return Number(document.querySelector('#player-position').value) >= 9")
                try await browser.click("[data-player=next]")
                try await browser.wait(
                    for: """
                        return fetch('/api/player').then((response) => response.json())
                            .then(({ position, count }) => position === 561 && count === 600)
                        """)
            }
        }

        @Test("Given a home page that I scrolled, when the queue changes, then its rows of covers stay")
        func keepsShelves() async throws {
            try await PlayerPage.open(in: "Band/Waves") { browser, served in
                let ids = try await served.get("/api/music").column("id")
                func store(_ elapsed: Int) async throws {
                    let body = #"{"music": "\#(ids[0])", "elapsed": "\#(elapsed)"}"#
                    #expect(try await served.send("PUT", "/api/player/queue", body: body).status == 200)
                }
                try await store(1)
                try await browser.open(served.address + "/home")
                try await BrowserTests.waitForEvents(browser)
                try await browser.run("for (const tile of document.querySelectorAll('.tile')) tile.isFormer = true")
                try await store(7)
                try await browser.wait(for: ".continue .meta", toContain: "0:07")
                let areFormer = """
                    const tiles = [...document.querySelectorAll('.tile')]
                    return tiles.length > 0 && tiles.every((tile) => tile.isFormer)
                    """
                #expect(try await browser.run(areFormer).flag)
            }
        }

        @Test("Given the page of the queue, when I move and remove a row, then the queue that plays changes")
        func editsQueuePage() async throws {
            try await open { browser, served in
                try await PlayerPage.waitForStoredQueue(browser)
                try await browser.click("nav a[href='/queue']")
                let rows = "#list .cell .title"
                try await browser.wait(for: rows, toEqual: ["First", "Second", "Third"])
                try await edit(row: 2, "play-next", browser)
                try await browser.wait(for: rows, toEqual: ["First", "Third", "Second"])
                try await edit(row: 2, "move-up", browser)
                try await browser.wait(for: rows, toEqual: ["First", "Second", "Third"])
                try await edit(row: 2, "remove-entry", browser)
                try await browser.wait(for: rows, toEqual: ["First", "Second"])
                try await browser.wait(
                    until: "JSON.parse(sessionStorage.getItem('fermata-player/')).queue.length", is: 2)
                #expect(try await served.program.column("title", "player queue") == ["First", "Second"])
                try await browser.run("sessionStorage.clear()")
                try await browser.open(served.address + "/queue")
                try await edit(row: 0, "move-down", browser)
                try await browser.wait(for: rows, toEqual: ["Second", "First"])
                try await edit(row: 0, "play-next", browser)
                try await browser.wait(for: rows, toEqual: ["First", "Second"])
            }
        }

        /// Chooses an action in the menu of a row.
        private func edit(row: Int, _ part: String, _ browser: Browser) async throws {
            try await browser.click(".cell[data-index='\(row)'] .more")
            try await browser.click(".menu:popover-open [data-part=\(part)]")
        }

        @Test("Given a playing page, then the library continues its queue, and a playlist is made of it")
        func storesQueueInLibrary() async throws {
            try await open { browser, served in
                try await PlayerPage.waitForStoredQueue(browser)
                try await browser.type("Mix", into: "#player-queue [name=name]")
                try await browser.click("#player-queue [type=submit]")
                try await browser.wait(for: "#message", toEqual: ["Saved the playlist “Mix”."])
                #expect(try await served.program.column("title", "playlist show mix") == ["First", "Second", "Third"])
                #expect(try await served.program.column("title", "player status") == ["First"])
                try await browser.click("[data-player=toggle]")
                try await browser.run("sessionStorage.clear()")
                try await browser.open(served.address + "/home")
                try await browser.click(".continue [data-part=continue]")
                try await PlayerPage.waitForTitle("First", browser)
                try await PlayerPage.waitForProgress(browser)
            }
        }

        @Test("Given a song that ends, when I chose to stop after it, then the next one waits")
        func stopsAfterSong() async throws {
            try await open { browser, _ in
                try await browser.click("[data-player=stop-after]")
                try await browser.run(
                    "return import('/assets/player.js').then(({ audio, seek }) => seek(audio.duration - 0.3))")
                try await PlayerPage.waitForTitle("Second", browser)
                try await PlayerPage.waitForButton("Play", browser)
                let isPressed = "document.querySelector('[data-player=stop-after]').ariaPressed"
                try await browser.wait(until: isPressed, is: "false")
            }
        }

        @Test("Given a timer and a stop after the song, then the player shows both, also after a reload")
        func remembersStops() async throws {
            try await PlayerPage.open { browser, served in
                try await PlayerPage.playAll(browser)
                try await browser.click("[data-player=stop-after]")
                try await browser.wait(for: "#player-note", toEqual: ["Stops after this song"])
                try await browser.run(PlayerPage.choose, ["#player-sleep", "15"])
                let note = ["Stops after this song · Stops in 15 min"]
                try await browser.wait(for: "#player-note", toEqual: note)
                try await browser.open(served.address + "/home")
                try await PlayerPage.waitForTitle("First", browser)
                try await browser.wait(for: "#player-note", toEqual: note)
                try await browser.wait(until: "document.querySelector('#player-sleep').value", is: "15")
                try await browser.run(
                    """
                    const sleep = { minutes: '15', end: Date.now() + 8000 };
                    sessionStorage.setItem('fermata-sleep/', JSON.stringify(sleep));
                    """)
                try await browser.open(served.address + "/home")
                try await PlayerPage.waitForProgress(browser)
                try await PlayerPage.waitForButton("Play", browser)
                try await browser.wait(for: "#player-note", toEqual: ["Stops after this song"])
            }
        }

        @Test("Given the playing song, when I click its star and its rating, then the library has them")
        func marksPlayingSong() async throws {
            try await open { browser, served in
                try await browser.run("document.querySelector('#player').classList.add('open')")
                try await browser.run("document.querySelector('#player-queue').hidePopover()")
                try await browser.click("#player-star")
                try await browser.wait(until: "document.querySelector('#player-star').ariaPressed", is: "true")
                try await browser.click("#player-rating button:nth-child(4)")
                try await browser.wait(
                    until: "document.querySelector('#player-rating').textContent", is: "★★★★☆")
                #expect(try await served.program.column("title", "list --bookmarked rating:4") == ["First"])
            }
        }

        @Test("Given any width, then one step marks, rates or stops the playing song", arguments: [390, 820])
        func marksWithOneStep(width: Int) async throws {
            try await PlayerPage.open { browser, served in
                try await browser.resize(width: width, height: 844)
                try await PlayerPage.playAll(browser)
                try await browser.click("#player-star")
                try await browser.wait(until: "document.querySelector('#player-star').ariaPressed", is: "true")
                if width < 560 {
                    let isVisible = "return document.querySelector(arguments[0]).getClientRects().length > 0"
                    #expect(try await browser.run(isVisible, ["#player-stars"]).flag)
                    #expect(try await browser.run(isVisible, ["#player-sleep"]).flag)
                    try await browser.run(PlayerPage.choose, ["#player-stars", "2"])
                } else {
                    try await browser.click("#player-rating button:nth-child(2)")
                }
                try await browser.wait(until: "document.querySelector('#player-rating').textContent", is: "★★☆☆☆")
                #expect(try await served.program.column("title", "list --bookmarked rating:2") == ["First"])
            }
        }

        @Test("Given a playing song, when I choose Play next in a row's menu, then its song follows")
        func playsNext() async throws {
            try await open { browser, _ in
                try await browser.run("document.querySelector('#player-queue').hidePopover()")
                try await browser.click(".cell[data-index='2'] .more")
                try await browser.click(".menu:popover-open [data-part=insert]")
                try await browser.wait(for: "#message", toEqual: ["Plays next."])
                try await browser.click("[popovertarget=player-queue]")
                try await browser.wait(for: Self.titles, toEqual: ["First", "Third", "Second", "Third"])
            }
        }

        @Test("Given a row with the pointer or focus, then one click plays it next, and one adds it")
        func playsNextWithOneClick() async throws {
            try await open { browser, _ in
                try await browser.run("document.querySelector('#player-queue').hidePopover()")
                for (row, part, text) in [(2, "insert", "Plays next."), (1, "add", "Added to the queue.")] {
                    try await browser.run("document.querySelector(`.cell[data-index='\(row)']`).focus()")
                    try await browser.click(".cell[data-index='\(row)'] .row-buttons [data-part=\(part)]")
                    try await browser.wait(for: "#message", toEqual: [text])
                }
                try await browser.click("[popovertarget=player-queue]")
                try await browser.wait(for: Self.titles, toEqual: ["First", "Third", "Second", "Third", "Second"])
            }
        }

        /// Plays a list of three songs, and opens its queue.
        private func open(_ body: (Browser, ServerProcess) async throws -> Void) async throws {
            try await PlayerPage.open { browser, served in
                try await PlayerPage.playAll(browser)
                try await browser.click("[popovertarget=player-queue]")
                try await browser.wait(for: Self.titles, toEqual: ["First", "Second", "Third"])
                try await body(browser, served)
            }
        }

        private static let titles = "#player-queue li > button:first-child"
        private static let focusedRow = """
            [...document.querySelectorAll('#player-queue li')].findIndex((row) => row.contains(document.activeElement))
            """

        private static func pressLast(_ key: String) -> String {
            """
            const handle = [...document.querySelectorAll('#player-queue .handle')].at(-1);
            handle.focus();
            handle.dispatchEvent(new KeyboardEvent('keydown', { key: '\(key)', bubbles: true, cancelable: true }));
            """
        }

        private static func press(_ key: String, row: Int) -> String {
            """
            const handle = document.querySelector('#player-queue li:nth-child(\(row)) .handle');
            handle.focus();
            handle.dispatchEvent(new KeyboardEvent('keydown', { key: '\(key)', bubbles: true, cancelable: true }));
            """
        }
    }
}
