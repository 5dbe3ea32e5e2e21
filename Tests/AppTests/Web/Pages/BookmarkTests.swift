import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I bookmark what I like, on the page")
    struct BookmarkTests {
        @Test("Given a row, when I click its star, then it is bookmarked without a reload")
        func bookmarksWithStar() async throws {
            try await open("/") { browser, served, _ in
                let row = "[data-key='\(try await served.id("perfect"))']"
                try await browser.run("window.isTheSame = true")
                try await browser.click(row + " .star")
                try await BrowserTests.waitForStar(browser, row)
                #expect(try await browser.run("return window.isTheSame").flag)
                try await browser.wait(until: "document.activeElement.className", is: "star action")
                #expect(try await served.program.column("title", "list --bookmarked") == ["Perfect"])
                try await browser.open(served.address + "/bookmarks")
                try await browser.wait(for: ".title", toEqual: ["Perfect"])
                #expect(try await browser.attribute("aria-label", of: row)?.contains("bookmarked") == true)
                try await browser.click(row + " .star")
                try await browser.wait(for: "#list", toContain: "Nothing is bookmarked yet")
                #expect(try await served.program.column("title", "list --bookmarked") == [])
            }
        }

        @Test("Given an artist's page, when I click a star, then the row still shows its album")
        func bookmarksOnArtistPage() async throws {
            try await open("/artists/Ed%20Sheeran?sort=alphabetical&bookmarkedFirst=true") { browser, served, _ in
                #expect(try await browser.texts(".cell .title").prefix(2) == ["Beautiful People", "Perfect"])
                let id = try await served.id("perfect")
                let row = "[data-key='\(id)']"
                try await browser.click(row + " .star")
                try await BrowserTests.waitForStar(browser, row)
                try await browser.wait(for: row + " .artist", toEqual: ["÷"])
                try await browser.wait(for: ".cell .title", toContain: "Perfect")
                try await browser.wait(until: "document.activeElement.dataset.part", is: "star")
                try await browser.wait(until: "document.activeElement.closest('.cell').dataset.key", is: .text(id))
            }
        }

        @Test("Given a row's menu, then the keyboard opens it, chooses and closes it")
        func usesMenuByKeyboard() async throws {
            try await open("/") { browser, served, _ in
                let row = "[data-key='\(try await served.id("stitches"))']"
                try await browser.run("document.querySelector(arguments[0]).focus()", [.text(row + " .more")])
                try await browser.press(.enter)
                try await browser.wait(
                    for: ".menu:popover-open li",
                    toEqual: [
                        "Bookmark", "Download", "Play next", "Add to queue", "Add to playlist…", "Artist", "Album",
                        "Lyrics", "Details",
                    ])
                try await browser.wait(until: "document.activeElement.textContent", is: "Bookmark")
                try await browser.press(.down, .down, .up)
                try await browser.wait(until: "document.activeElement.textContent", is: "Download")
                try await browser.press(.escape)
                try await browser.wait(until: "document.activeElement.dataset.part", is: "more")
                try await browser.press(.enter)
                try await browser.wait(until: "document.activeElement.textContent", is: "Bookmark")
                try await browser.press(.enter)
                try await BrowserTests.waitForStar(browser, row)
                try await browser.wait(until: "document.querySelector('.menu:popover-open')", is: .null)
                #expect(try await served.program.column("title", "list --bookmarked") == ["Stitches"])
            }
        }

        @Test("Given removed music, when I click its star, then a message says so")
        func reportsRemovedMusic() async throws {
            try await open("/") { browser, served, _ in
                let star = "[data-key='\(try await served.id("perfect"))'] .star"
                try await browser.run(
                    "document.querySelector(arguments[0]).dataset.address = '/api/music/ffff/bookmark'", [.text(star)])
                try await browser.click(star)
                try await browser.wait(for: "#message", toContain: "ffff")
                #expect(try await browser.waitForConsoleMessage(containing: "404").count == 1)
            }
        }
    }
}
