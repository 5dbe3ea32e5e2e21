import AudioFiles
import Foundation
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I listen in the browser")
    struct PlayerPageTests {
        @Test("Given a list, when I play a row, then it plays, and the rows after it are the queue")
        func playsRows() async throws {
            try await PlayerPage.open { browser, _ in
                try await PlayerPage.play(1, in: browser)
                try await PlayerPage.waitForTitle("Second", browser)
                #expect(try await browser.texts("#player-total") == ["0:30"])
                #expect(try await browser.attribute("aria-label", of: "[data-player=toggle]") == "Pause")
                try await browser.click("[popovertarget=player-queue]")
                try await browser.wait(for: "#player-queue li button:first-child", toBe: ["First", "Second", "Third"])
                #expect(try await browser.texts("#player-queue [aria-current]") == ["Second"])
                try await browser.click("#player-queue li:first-child .remove")
                try await browser.wait(for: "#player-queue li button:first-child", toBe: ["Second", "Third"])
                try await browser.click("#player-queue li:last-child button")
                try await PlayerPage.waitForTitle("Third", browser)
                try await browser.click("[data-player=clear]")
                try await browser.wait(until: "document.querySelector('#player').hidden", is: true)
            }
        }

        @Test("Given a song, when I seek, pause and skip by keyboard, then the player follows")
        func obeysKeys() async throws {
            try await PlayerPage.open { browser, _ in
                try await browser.click(".play-all")
                try await PlayerPage.waitForTitle("First", browser)
                try await PlayerPage.seek(to: 20, browser)
                try await browser.run("document.activeElement.blur()")
                try await browser.press(.space)
                try await PlayerPage.waitForButton("Play", browser)
                let elapsed = "Number(document.querySelector('#player-position').value)"
                #expect(try await browser.run("return \(elapsed)").number ?? 0 >= 20)
                try await PlayerPage.press("ArrowLeft", browser)
                try await browser.wait(for: "return \(elapsed) < 20")
                try await PlayerPage.press("n", browser)
                try await PlayerPage.waitForTitle("Second", browser)
                try await PlayerPage.press("p", browser)
                try await PlayerPage.waitForTitle("First", browser)
                try await browser.type("n p", into: "#text")
                try await PlayerPage.waitForTitle("First", browser)
            }
        }

        @Test("Given a song that plays, when I follow links and go back, then it plays on without a break")
        func playsOnAfterNavigation() async throws {
            try await PlayerPage.open { browser, _ in
                try await browser.run("window.isSamePage = true")
                try await browser.click(".play-all")
                try await PlayerPage.waitForTitle("First", browser)
                for (link, path, heading) in [
                    ("nav a[href='/playlists']", "/playlists", "Playlists"), ("nav a[href='/']", "/", "Music"),
                ] {
                    try await browser.click(link)
                    try await browser.wait(for: "h1", toBe: [heading])
                    #expect(try await browser.run("return location.pathname").text == path)
                }
                try await browser.click(".cell[data-index='2'] .title a")
                try await browser.wait(for: "h1", toBe: ["Third"])
                try await browser.run("history.back()")
                try await browser.wait(for: "h1", toBe: ["Music"])
                try await browser.type("Second", into: "#text")
                try await browser.wait(for: "#list .title", toBe: ["Second"])
                #expect(try await browser.run("return window.isSamePage").flag)
                try await PlayerPage.waitForButton("Pause", browser)
                try await PlayerPage.waitForProgress(browser)
            }
        }

        @Test("Given a song that plays, when I reload the page, then it continues where it was")
        func continuesAfterReload() async throws {
            try await PlayerPage.open { browser, served in
                try await PlayerPage.play(2, in: browser)
                try await PlayerPage.waitForTitle("Third", browser)
                try await PlayerPage.seek(to: 15, browser)
                try await browser.open(served.address + "/bookmarks")
                try await PlayerPage.waitForTitle("Third", browser)
                try await PlayerPage.waitForProgress(browser)
                #expect(
                    try await browser.run("return Number(document.querySelector('#player-position').value) >= 15").flag)
            }
        }

        @Test("Given the end of a song, then the next one plays")
        func playsNextSong() async throws {
            try await PlayerPage.open { browser, _ in
                try await browser.click(".play-all")
                try await PlayerPage.waitForTitle("First", browser)
                try await PlayerPage.seek(to: 29.9, browser)
                try await PlayerPage.waitForTitle("Second", browser)
                try await PlayerPage.waitForProgress(browser)
            }
        }

        @Test("Given a song whose file is lost, then a message says so, and the next one plays")
        func skipsLostFile() async throws {
            try await PlayerPage.open { browser, served in
                try FileManager.default.removeItem(at: served.program.home.appending(path: "Music/01 - First.wav"))
                try await browser.click(".play-all")
                try await PlayerPage.waitForTitle("Second", browser)
                try await browser.wait(for: "return document.querySelector('#message').textContent.length > 0")
                _ = try await browser.complaints(of: "502")
            }
        }

        @Test("Given two tabs, when one plays, then the other one stops")
        func stopsOtherTab() async throws {
            try await PlayerPage.open { browser, _ in
                try await browser.click(".play-all")
                try await PlayerPage.waitForButton("Pause", browser)
                try await browser.run("new BroadcastChannel('fermata-player').postMessage('plays')")
                try await PlayerPage.waitForButton("Play", browser)
            }
        }

        @Test("Given a song that plays, then axe-core finds no violation in player and queue")
        func passesAxe() async throws {
            let script = try #require(Axe.script, "axe-core has to be installed, which Tests/run does")
            try await PlayerPage.open { browser, _ in
                try await browser.click(".play-all")
                try await PlayerPage.waitForTitle("First", browser)
                try await browser.click("[popovertarget=player-queue]")
                for (colours, width) in [("light", 1_000), ("dark", 1_000), ("light", 400)] {
                    try await browser.prefer(colours: colours)
                    try await browser.resize(width: width, height: 700)
                    let found = try await browser.run(script + Axe.run)
                    #expect(found["violations"] == [], "in \(colours) at \(width)")
                }
                try await browser.prefer(colours: "light")
            }
        }
    }
}
