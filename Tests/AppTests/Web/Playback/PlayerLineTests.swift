import Foundation
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: The player shows the line that is sung")
    struct PlayerLineTests {
        @Test("Given a time, then the player shows the line that is sung and the next one")
        func showsLine() async throws {
            try await PlayerPage.open { browser, _ in
                try await playFirst(browser)
                for (seconds, texts) in [
                    (4.95, ["", ""]), (5.01, ["Five", "Ten"]), (10.45, ["Five", "Ten"]), (10.51, ["Ten", "Twenty"]),
                    (29, ["Twenty", ""]), (5.2, ["Five", "Ten"]), (0, ["", ""]),
                ] {
                    try await PlayerPage.seek(to: seconds, browser)
                    try await browser.wait(for: Self.line, toEqual: texts)
                }
                #expect(try await isVisible(browser))
                try await browser.resize(width: 400, height: 800)
                #expect(try await isVisible(browser))
                try await browser.resize(width: 800, height: 400)
                #expect(try await !isVisible(browser))
            }
        }

        @Test("Given a song that plays, when a line begins, then the player shows it")
        func followsSong() async throws {
            try await PlayerPage.open(seconds: 200, lyrics: "[00:05]Five\n[02:00]Later\n") { browser, _ in
                try await playFirst(browser)
                try await PlayerPage.seek(to: 4, browser)
                try await PlayerPage.press(" ", browser)
                try await browser.wait(for: Self.line, toEqual: ["Five", "Later"])
            }
        }

        @Test("Given a song without lyrics, then the player shows no line")
        func showsNoLine() async throws {
            try await PlayerPage.open { browser, _ in
                try await playFirst(browser)
                try await PlayerPage.seek(to: 6, browser)
                try await browser.wait(for: Self.line, toEqual: ["Five", "Ten"])
                try await PlayerPage.press("n", browser)
                try await PlayerPage.waitForTitle("Second", browser)
                let requests = "performance.getEntriesByType('resource').filter(e => e.name.endsWith('/lyrics'))"
                try await browser.wait(until: requests + ".length", is: .number(2))
                try await browser.wait(for: Self.line, toEqual: ["", ""])
                #expect(try await !isVisible(browser))
            }
        }

        @Test("Given hostile lyrics, then the line is text")
        func neutralizesHostileLyrics() async throws {
            let lyrics = "[00:00.00]<b onclick='x'>a</b>\n[00:00.00]<img src=x>\n[00:20]\n"
            try await PlayerPage.open(lyrics: lyrics) { browser, _ in
                try await playFirst(browser)
                try await browser.wait(for: Self.line, toEqual: ["<img src=x>", "♪"])
                #expect(try await browser.texts("#player-line *").count == 2)
            }
        }

        private static let line = "#player-line span"

        /// Plays the first song, and pauses it.
        private func playFirst(_ browser: Browser) async throws {
            try await browser.click(".play-all")
            try await PlayerPage.waitForTitle("First", browser)
            try await PlayerPage.waitForButton("Pause", browser)
            try await PlayerPage.press(" ", browser)
            try await PlayerPage.waitForButton("Play", browser)
            try await browser.wait(until: "document.querySelector('#player-line').hidden", is: false)
        }

        private func isVisible(_ browser: Browser) async throws -> Bool {
            try await browser.run("return document.querySelector('#player-line').getClientRects().length > 0").flag
        }
    }
}
