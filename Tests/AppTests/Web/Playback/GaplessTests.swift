import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: Songs follow each other without a gap in the browser")
    struct GaplessTests {
        @Test("Given a song that ends, then the next one was loaded before, and plays on in its element")
        func playsOn() async throws {
            try await open { browser in
                try await browser.run(
                    """
                    const volume = document.querySelector('#player-volume');
                    volume.value = 30;
                    volume.dispatchEvent(new Event('input'));
                    """)
                try await seekToEnd(browser)
                // HAVE_FUTURE_DATA or more, when playback began.
                #expect(try await browser.wait(for: "return window.ready").number ?? 0 >= 3)
                try await PlayerPage.waitForTitle("Second", browser)
                try await PlayerPage.waitForProgress(browser)
                try await browser.wait(until: "window.player.audio !== window.first", is: true)
                try await browser.wait(until: "window.player.audio.volume", is: .number(0.3))
                try await browser.wait(until: "navigator.mediaSession.metadata.title", is: "Second")
                try await browser.wait(until: "navigator.mediaSession.playbackState", is: "playing")
            }
        }

        @Test("Given a next song that is loaded, when I remove it, then the one after it follows")
        func followsEditedQueue() async throws {
            try await open { browser in
                try await waitForLoadedSong(browser)
                try await browser.run("window.player.remove(1)")
                try await seekToEnd(browser)
                try await PlayerPage.waitForTitle("Third", browser)
                try await PlayerPage.waitForProgress(browser)
            }
        }

        @Test("Given a song that repeats, then its next round plays from the start")
        func repeatsSong() async throws {
            try await open { browser in
                try await browser.run("window.player.repeat(); window.player.repeat();")
                try await seekToEnd(browser)
                try await browser.wait(until: "window.player.audio !== window.first", is: true)
                try await PlayerPage.waitForTitle("First", browser)
                try await PlayerPage.waitForProgress(browser)
            }
        }

        @Test("Given a next song that cannot be played, then the one after it follows")
        func skipsFailure() async throws {
            try await open { browser in
                try await browser.run("window.player.state.queue[1].audio = '/assets/fermata.css'")
                try await seekToEnd(browser)
                try await browser.wait(for: "#message", toEqual: ["This browser cannot play “Second”."])
                try await PlayerPage.waitForTitle("Third", browser)
                try await PlayerPage.waitForProgress(browser)
            }
        }

        /// Plays a list of three songs, and remembers the element of the first one.
        private func open(_ body: (Browser) async throws -> Void) async throws {
            try await PlayerPage.open { browser, _ in
                try await PlayerPage.playAll(browser)
                try await browser.run(
                    """
                    return import('/assets/player.js').then((player) => {
                        Object.assign(window, { player, first: player.audio });
                        player.listen(['play'], ({ target }) => (window.ready = target.readyState));
                    })
                    """)
                try await body(browser)
            }
        }

        private func waitForLoadedSong(_ browser: Browser) async throws {
            let names = "performance.getEntries().map(({ name }) => name).filter((name) => name.endsWith('/audio'))"
            try await browser.wait(until: "new Set(\(names)).size", is: 2)
        }

        /// Seeks to shortly before the end.
        private func seekToEnd(_ browser: Browser) async throws {
            try await browser.wait(for: "return window.player.audio.duration > 0")
            try await browser.run(
                """
                delete window.ready;
                window.player.seek(window.player.audio.duration - 1.5);
                """)
        }
    }
}
