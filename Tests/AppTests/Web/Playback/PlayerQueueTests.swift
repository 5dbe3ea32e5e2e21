import Foundation
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I play a queue in the browser")
    struct PlayerQueueTests {
        @Test("Given a queue that is being restored, when I leave the page, then it is restored")
        func preservesQueueWhileRestored() async throws {
            try await PlayerPage.open { browser, served in
                try await PlayerPage.playAll(browser)
                try await browser.run(
                    """
                    window.fetch = () => new Promise(() => {});
                    return import('/assets/player.js').then(({ resume, state }) => {
                        Object.assign(state, { queue: [], index: -1 });
                        resume(() => false);
                        dispatchEvent(new Event('pagehide'));
                    });
                    """)
                try await browser.open(served.address + "/bookmarks")
                try await PlayerPage.waitForTitle("First", browser)
            }
        }

        @Test("Given a queue, when I clear it, then the library's is empty as well, and Undo restores it")
        func removesClearedQueue() async throws {
            try await PlayerPage.open { browser, served in
                try await PlayerPage.playAll(browser)
                try await PlayerPage.waitForStoredQueue(browser)
                try await browser.click(Self.opener)
                try await browser.click("[data-player=clear]")
                try await browser.wait(until: "document.querySelector('#player').hidden", is: true)
                #expect(try await browser.run("return sessionStorage.getItem('fermata-player/')") == .null)
                try await browser.wait(for: "#message", toContain: "Cleared the queue.")
                #expect(try await served.program.column("title", "player queue") == [])
                try await browser.click("#message button")
                try await browser.wait(for: "#message", toContain: "Undone: cleared the queue.")
                #expect(try await served.program.column("title", "player queue") == ["First", "Second", "Third"])
            }
        }

        @Test("Given a queue of the library, then the player of each page shows its song, and one click plays it here")
        func continuesInOneStep() async throws {
            try await PlayerPage.open { browser, served in
                let ids = try await served.get("/api/music?sort=title").column("id").joined(separator: " ")
                let body = #"{"music": "\#(ids)", "position": "2", "elapsed": "9", "repeat": "off"}"#
                #expect(try await served.send("PUT", "/api/player/queue", body: body).status == 200)
                try await browser.open(served.address + "/artists")
                try await PlayerPage.waitForTitle("Second", browser)
                try await PlayerPage.waitForButton("Play", browser)
                #expect(try await browser.texts("#player-elapsed, #player-total") == ["0:09", "0:30"])
                #expect(try await browser.attribute("disabled", of: "[data-player=next]") != nil)
                #expect(try await browser.attribute("disabled", of: "#player-position") != nil)
                for key in ["n", " "] { try await PlayerPage.press(key, browser) }
                try await browser.click("[data-player=toggle]")
                try await PlayerPage.waitForButton("Pause", browser)
                try await PlayerPage.waitForTitle("Second", browser)
                try await browser.wait(for: "return Number(document.querySelector('#player-position').value) >= 9")
                try await browser.click("[data-player=next]")
                try await PlayerPage.waitForTitle("Third", browser)
            }
        }

        @Test("Given a lost server, when a song fails, then the player stops and can retry it")
        func staysAtSongWithoutServer() async throws {
            try await PlayerPage.open { browser, _ in
                try await PlayerPage.playAll(browser)
                try await browser.run(Self.breakSecondSong)
                try await browser.click("[data-player=next]")
                try await browser.wait(for: "#message", toContain: "The server does not respond.")
                try await PlayerPage.waitForButton("Play", browser)
                #expect(try await browser.texts("#player-title") == ["Second"])
                try await browser.run("window.repairSong()")
                try await browser.click("[data-player=toggle]")
                try await PlayerPage.waitForTitle("Second", browser)
                try await PlayerPage.waitForProgress(browser)
            }
        }

        @Test("Given the last song, when I remove it, then the one before it is paused")
        func removesLastSong() async throws {
            try await PlayerPage.open { browser, _ in
                try await PlayerPage.playAll(browser)
                try await browser.click(Self.opener)
                try await browser.click("#player-queue li:nth-child(3) button")
                try await PlayerPage.waitForTitle("Third", browser)
                try await browser.click("#player-queue li:nth-child(3) .remove")
                try await PlayerPage.waitForTitle("Second", browser)
                try await PlayerPage.waitForButton("Play", browser)
                #expect(try await browser.texts("#player-queue .remove").count == 2)
            }
        }

        @Test("Given a typed search, when I go back to the list before it, then its rows return")
        func goesBackFromTypedSearch() async throws {
            try await PlayerPage.open { browser, _ in
                try await PlayerPage.playAll(browser)
                try await browser.run("document.querySelector('#main').dataset.isFormer = true")
                try await browser.click(".brand")
                try await browser.wait(for: "return !document.querySelector('#main').dataset.isFormer")
                try await browser.type("first", into: "#text")
                try await browser.wait(until: "location.search", is: "?text=first")
                try await browser.wait(for: "#list .title", toEqual: ["First"])
                try await browser.run("history.back()")
                try await browser.wait(until: "document.querySelectorAll('#list .cell').length", is: 3)
                try await browser.wait(until: "document.querySelector('#text').value", is: "")
            }
        }

        private static let opener = "[popovertarget=player-queue]"
        /// Replaces the audio of the second song by a file without sound, and makes requests for audio fail.
        private static let breakSecondSong = """
            const { fetch } = window;
            window.fetch = (address, options) =>
                options?.headers?.Range ? Promise.reject(new TypeError('lost')) : fetch(address, options);
            return import('/assets/player.js').then(({ state }) => {
                const [, song] = state.queue;
                const { audio } = song;
                song.audio = '/assets/fermata.css';
                window.repairSong = () => {
                    window.fetch = fetch;
                    song.audio = audio;
                };
            });
            """
    }
}
