import Foundation
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: What I hear in the browser is in the history")
    struct PlayedSongTests {
        /// The length of the songs, in seconds. Half of it counts as a play.
        private static let length = 62

        @Test("Given a song, when I hear half of it and more, then the history has it once")
        func recordsPlay() async throws {
            try await PlayerPage.open(seconds: Self.length) { browser, served in
                try await PlayerPage.playAll(browser)
                try await browser.run(Self.setHeard, [21])
                try await setTripleSpeed(browser)
                #expect(try await browser.wait(for: Self.positionAfterPlay).number ?? 0 >= 9)
                try await PlayerPage.seek(to: 58, browser)
                try await PlayerPage.waitForTitle("Second", browser)
                let plays = try await served.get("/api/history")
                #expect(try plays.column("title") == ["First"])
                #expect(try await served.program.rows("history").count == 1)
                try await browser.click(".more-screens button")
                try await browser.click("#screens a[href='/history']")
                try await browser.wait(for: "h1", toEqual: ["History"])
                try await browser.wait(for: "#list .title", toEqual: ["First"])
            }
        }

        @Test("Given a song, when I seek over half of it, then the history does not have it")
        func ignoresSeeks() async throws {
            try await PlayerPage.open(seconds: Self.length) { browser, served in
                try await PlayerPage.playAll(browser)
                try await PlayerPage.seek(to: 56, browser)
                try await setTripleSpeed(browser)
                try await PlayerPage.waitForTitle("Second", browser)
                try await PlayerPage.waitForProgress(browser)
                #expect(try await served.get("/api/history").rows().isEmpty)
            }
        }

        @Test("Given a play that was not stored, then the next song sends it again")
        func sendsAgain() async throws {
            try await PlayerPage.open(seconds: Self.length) { browser, served in
                try await playWithoutServer(browser)
                #expect(try await served.get("/api/history").rows().isEmpty)
                try await browser.run("window.fetch = window.intactFetch")
                try await browser.click("[data-player=next]")
                try await browser.wait(for: Self.hasPlays, [1])
                #expect(try await served.get("/api/history").column("title") == ["First"])
            }
        }

        @Test("Given a play that was not stored, then the next page sends it again")
        func sendsAgainAfterLoad() async throws {
            try await PlayerPage.open(seconds: Self.length) { browser, served in
                try await playWithoutServer(browser)
                try await browser.run("location.reload()")
                try await browser.wait(for: Self.hasPlays, [1])
                #expect(try await served.get("/api/history").column("title") == ["First"])
            }
        }

        @Test("Given a song that I play once more, then the history has it twice")
        func countsReplay() async throws {
            try await PlayerPage.open(seconds: Self.length) { browser, _ in
                try await PlayerPage.playAll(browser)
                try await browser.run(Self.setHeard, [.number(30.5)])
                try await browser.wait(for: Self.hasPlays, [1])
                try await browser.wait(for: Self.startedASecondAgo)
                try await PlayerPage.seek(to: 10, browser)
                try await browser.click("[data-player=previous]")
                try await browser.wait(for: Self.position + " < 10")
                try await PlayerPage.waitForProgress(browser)
                try await browser.run(Self.setHeard, [.number(30.5)])
                try await browser.wait(for: Self.hasPlays, [2])
            }
        }

        @Test("Given a song that I heard in part, when I reload the page, then that part counts")
        func countsAfterReload() async throws {
            try await PlayerPage.open(seconds: Self.length) { browser, served in
                try await PlayerPage.playAll(browser)
                try await browser.run(Self.setHeard, [29])
                try await browser.open(served.address + "/bookmarks")
                try await PlayerPage.waitForTitle("First", browser)
                #expect(try await browser.wait(for: Self.positionAfterPlay).number ?? 99 < 25)
            }
        }

        /// Plays half of the first song while POST requests fail.
        private func playWithoutServer(_ browser: Browser) async throws {
            try await browser.run(Self.breakRequests)
            try await PlayerPage.playAll(browser)
            try await browser.run(Self.setHeard, [.number(30.5)])
            try await browser.wait(for: "#message", toContain: "The server does not respond.")
        }

        /// Plays the song at three times its speed, and the next one at its own.
        private func setTripleSpeed(_ browser: Browser) async throws {
            try await browser.run(
                "return import('/assets/player.js').then(({ audio }) => { audio.playbackRate = 3; })")
        }

        private static let position = "return Number(document.querySelector('#player-position').value)"
        private static let hasPlays = """
            return fetch('/api/history').then((response) => response.json()).then(({ total }) => total === arguments[0]);
            """
        /// The position when the history has one play.
        private static let positionAfterPlay = """
            return fetch('/api/history').then((response) => response.json()).then(({ total }) =>
                total === 1 && Number(document.querySelector('#player-position').value));
            """
        private static let setHeard = """
            return import('/assets/player.js').then(({ state }) => { state.play.heard = arguments[0]; });
            """
        /// Whether the song started at least a second ago. The history stores the start of a play in seconds.
        private static let startedASecondAgo = """
            return import('/assets/player.js').then(({ state }) => Date.now() - Date.parse(state.play.started) >= 1000);
            """
        /// Makes each POST request fail.
        private static let breakRequests = """
            window.intactFetch = window.fetch;
            window.fetch = (address, options) =>
                options?.method === 'POST' ? Promise.reject(new TypeError('lost')) : window.intactFetch(address, options);
            """
    }
}
