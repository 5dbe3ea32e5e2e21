import Foundation
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I play an album in the browser")
    struct AlbumPlayTests {
        @Test("Given the first page, when I click Albums and an album's button, then it plays from its first song")
        func playsAlbumWithTwoClicks() async throws {
            try await PlayerPage.open(in: "Band/Waves") { browser, _ in
                try await browser.click("nav a[href='/albums']")
                try await browser.wait(for: ".tile .title", toEqual: ["Waves"])
                try await browser.click(".tile .play")
                try await PlayerPage.waitForTitle("First", browser)
                try await PlayerPage.waitForProgress(browser)
                try await browser.wait(for: "#player-artist", toEqual: ["Band"])
            }
        }

        @Test("Given an album's page, then its buttons play, shuffle and add all of its songs")
        func playsAlbumPage() async throws {
            try await PlayerPage.open(in: "Band/Waves") { browser, _ in
                try await browser.click("nav a[href='/albums']")
                try await browser.click(".tile .title a")
                try await browser.wait(for: "h1", toEqual: ["Waves"])
                try await browser.wait(for: ".cell .number", toEqual: ["1", "2", "3"])
                try await browser.click("[data-part=play][data-list]")
                try await PlayerPage.waitForTitle("First", browser)
                try await browser.click("[data-part=add]")
                try await browser.wait(for: "#message", toEqual: ["Added to the queue."])
                try await expectQueue(of: 6, browser)
                try await browser.click("[data-part=shuffle]")
                try await expectQueue(of: 3, browser)
            }
        }

        @Test("Given a song, when I click its artist and Play all, then all of the artist's songs play by album")
        func playsArtistWithTwoClicks() async throws {
            try await PlayerPage.open(in: "Band/Waves") { browser, _ in
                try await browser.click(".cell .artist a")
                try await browser.wait(for: "h1", toEqual: ["Band"])
                try await browser.click("[data-part=play][data-list]:not(.tile *)")
                try await PlayerPage.waitForTitle("First", browser)
                try await expectQueue(of: 3, browser)
            }
        }

        @Test("Given a song that plays, then the tile of its album is marked, and home has no card to play it here")
        func marksAlbum() async throws {
            try await PlayerPage.open(in: "Band/Waves") { browser, served in
                try await PlayerPage.playAll(browser)
                try await PlayerPage.waitForStoredQueue(browser)
                let mark = """
                    [...document.querySelectorAll('.tile .title')].map((title) =>
                        getComputedStyle(title, '::before').content.includes('▶')).join()
                    """
                for (path, marks) in [("/albums", "true"), ("/home", "true,true")] {
                    try await browser.open(served.address + path)
                    try await PlayerPage.waitForTitle("First", browser)
                    try await browser.wait(until: mark, is: .text(marks))
                }
                let card = "document.querySelector('.continue')?.checkVisibility() ?? false"
                try await browser.wait(until: card, is: false)
            }
        }

        @Test("Given the list of all music, when I click Shuffle, then any songs of the library play")
        func shufflesEverything() async throws {
            try await PlayerPage.open(in: "Band/Waves") { browser, served in
                try await browser.click("[data-part=shuffle]")
                try await expectQueue(of: 3, browser)
                try await PlayerPage.waitForProgress(browser)
                #expect(try await served.get("/random?limit=2").text.components(separatedBy: "<article").count == 3)
                #expect(try await served.get("/?text=first").text.contains("data-list=\"/?text=first\">Shuffle"))
                try await BrowserTests.search(browser, "first")
                try await browser.wait(for: "#list .title", toEqual: ["First"])
                try await browser.click("[data-part=shuffle]")
                try await expectQueue(of: 1, browser)
                try await browser.open(served.address + "/home")
                try await browser.click("[data-part=shuffle]")
                try await PlayerPage.waitForProgress(browser)
            }
        }

        /// Waits until the queue has a number of songs.
        private func expectQueue(of count: Double, _ browser: Browser) async throws {
            try await browser.wait(
                until: "JSON.parse(sessionStorage.getItem('fermata-player/')).queue.length", is: .number(count))
        }
    }
}
