import Foundation
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I have two tabs")
    struct TwoTabsTests {
        @Test("Given a tab that plays, when I play in another one, then only that one plays")
        func playsInOneTab() async throws {
            try await PlayerPage.open { browser, served in
                try await PlayerPage.playAll(browser)
                try await browser.withNewTab { first, second in
                    try await browser.open(served.address + "/")
                    try await browser.wait(for: "return document.documentElement.classList.contains('scripted')")
                    try await PlayerPage.play(1, in: browser)
                    try await PlayerPage.waitForTitle("Second", browser)
                    try await PlayerPage.waitForProgress(browser)
                    try await browser.use(first)
                    try await PlayerPage.waitForButton("Play", browser)
                    try await expectPaused(browser)
                    try await PlayerPage.waitForTitle("First", browser)
                    try await browser.click("[data-player=toggle]")
                    try await PlayerPage.waitForProgress(browser)
                    try await browser.use(second)
                    try await PlayerPage.waitForButton("Play", browser)
                    try await expectPaused(browser)
                }
            }
        }

        private func expectPaused(_ browser: Browser) async throws {
            let isPaused = "return import('/assets/player.js').then(({ audio }) => audio.paused)"
            #expect(try await browser.run(isPaused).flag)
        }
    }
}
