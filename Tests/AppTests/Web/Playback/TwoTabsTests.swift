import Foundation
import Testing
import TestTraits
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
                    try await PlayerPage.waitForTitle("Second", browser)
                    try await browser.click("[data-player=toggle]")
                    try await PlayerPage.waitForProgress(browser)
                    try await PlayerPage.waitForTitle("Second", browser)
                    try await browser.use(second)
                    try await PlayerPage.waitForButton("Play", browser)
                    try await expectPaused(browser)
                }
            }
        }

        @Test("Given a page that plays, when I play here in another browser, then it goes on there, and here stops")
        func playsInOneBrowser() async throws {
            try await PlayerPage.open(seconds: 60) { browser, served in
                try await BrowserTests.waitForEvents(browser)
                try await PlayerPage.playAll(browser)
                try await PlayerPage.seek(to: 12, browser)
                try await browser.run(PlayerPage.choose, ["#player-sleep", "30"])
                try await browser.wait(for: "#player-note", toEqual: ["Stops in 30 min"])
                try await browser.wait(
                    for: "return fetch('/api/player').then((row) => row.json()).then(({ elapsed }) => elapsed >= 12)")
                try await Browser.run { other in
                    try await other.open(served.address + "/home")
                    // A busy machine takes longer.
                    try await other.run(
                        "return import('/assets/page.js').then(({ delays }) => { delays.handover = 20_000; })")
                    try await PlayerPage.waitForTitle("First", other)
                    try await other.run(
                        """
                        const slider = document.querySelector('#player-position');
                        window.positions = [Number(slider.value)];
                        new MutationObserver(() => positions.push(Number(slider.value))).observe(slider, { attributes: true });
                        """)
                    try await other.click(".continue [data-part=continue]")
                    try await PlayerPage.waitForButton("Pause", other)
                    try await PlayerPage.waitForProgress(other)
                    // The slider never shows the beginning of the song, not even before its audio is loaded.
                    #expect(try await other.run("return Math.min(...positions)").number ?? 0 >= 12)
                    try await PlayerPage.waitForButton("Play", browser)
                    try await expectPaused(browser)
                    try await browser.wait(for: "#message", toContain: "The music plays in Chrome on Linux now.")
                    try await browser.wait(for: "#player-note", toEqual: ["Moved to Chrome on Linux"])
                    try await BrowserTests.waitForEvents(other)
                    try await browser.click("[data-player=toggle]")
                    try await PlayerPage.waitForButton("Play", other)
                    try await PlayerPage.waitForProgress(browser)
                    try await browser.wait(for: "#player-note", toEqual: [""])
                }
            }
        }

        @Test("Given a tab that was left while it played, when another plays, then it shows that one's queue")
        func showsLatestQueue() async throws {
            try await PlayerPage.open { browser, served in
                try await PlayerPage.playAll(browser)
                try await PlayerPage.waitForStoredQueue(browser)
                try await browser.open("about:blank")
                try await Browser.run { other in
                    try await other.open(served.address + "/")
                    try await PlayerPage.play(1, in: other)
                    try await PlayerPage.waitForProgress(other)
                    try await other.click("[data-player=toggle]")
                    try await other.wait(
                        for: """
                            return fetch('/api/player').then((response) => response.json())
                                .then(({ title }) => title === 'Second')
                            """)
                }
                try await browser.open(served.address + "/artists")
                try await PlayerPage.waitForTitle("Second", browser)
                try await PlayerPage.waitForButton("Play", browser)
                try await expectPaused(browser)
                #expect(try await browser.run("return sessionStorage.getItem('fermata-player/')") == .null)
                #expect(try await served.program.column("title", "player status") == ["Second"])
            }
        }

        @Test("Given a tab that plays, when another account signs in there, then it has nothing of the first one")
        func separatesAccounts() async throws {
            try await PlayerPage.open { browser, served in
                for name in ["anna", "ben"] { try await served.program.addAccount(name, password: "secret") }
                try await signIn("anna", browser, served)
                try await PlayerPage.playAll(browser)
                try await PlayerPage.waitForStoredQueue(browser)
                try await browser.click("footer.site form button")
                try await signIn("ben", browser, served)
                try await browser.wait(for: ".cell .title", toContain: "First")
                try await browser.wait(until: "document.querySelector('#player').hidden", is: .flag(true))
                #expect(try await browser.run("return sessionStorage.getItem('fermata-player/ben')") == .null)
                try await signIn("anna", browser, served)
                try await PlayerPage.waitForTitle("First", browser)
                // The page to sign in has the status of a rejected request.
                #expect(try await browser.log().allSatisfy { $0.contains("401 (Unauthorized)") })
            }
        }

        private func signIn(_ name: String, _ browser: Browser, _ served: ServerProcess) async throws {
            try await browser.run("return fetch('/sign-out', { method: 'POST' }).then(() => 0)")
            try await browser.open(served.address + "/")
            try await browser.type(name, into: "[name=name]")
            try await browser.type("secret", into: "[name=password]")
            try await browser.press(.enter)
            try await browser.wait(for: "footer.site form span", toEqual: ["Signed in as “\(name)”"])
        }

        @Test("Given a queue that could not be stored, when another page plays, then it stays, and can be played again")
        func keepsUnstoredQueue() async throws {
            try await PlayerPage.open { browser, served in
                try await BrowserTests.waitForEvents(browser)
                try await browser.run(
                    """
                    const { fetch } = window;
                    window.fetch = (address, options) =>
                        String(address).endsWith('/player/queue') && options?.method === 'PUT'
                            ? Promise.reject(new Error('offline')) : fetch(address, options);
                    """)
                try await PlayerPage.playAll(browser)
                try await Browser.run { other in
                    try await other.open(served.address + "/")
                    try await PlayerPage.play(1, in: other)
                    try await PlayerPage.waitForProgress(other)
                    try await PlayerPage.waitForButton("Play", browser)
                    try await expectPaused(browser)
                    try await other.click("[data-player=toggle]")
                }
                try await browser.wait(for: "#player-title", toEqual: ["First"])
                try await browser.click("[data-player=toggle]")
                try await PlayerPage.waitForProgress(browser)
                try await browser.wait(for: "#player-title", toEqual: ["First"])
            }
        }

        @Test("Given a paused page that was loaded again, when I add a song, then the library's queue has it")
        func storesAdditionAfterReload() async throws {
            try await PlayerPage.open { browser, served in
                try await PlayerPage.playAll(browser)
                try await PlayerPage.waitForStoredQueue(browser)
                try await browser.click("[data-player=toggle]")
                try await PlayerPage.waitForButton("Play", browser)
                try await browser.open(served.address + "/")
                try await PlayerPage.waitForTitle("First", browser)
                try await browser.click(".cell[data-index='1'] .more")
                try await browser.click(".menu:popover-open [data-part=add]")
                try await waitUntil { try await served.program.column("title", "player queue").count == 4 }
            }
        }

        @Test("Given a tab that plays, when I change the queue in another one, then the song plays on in the new queue")
        func editsQueueOfOtherTab() async throws {
            try await PlayerPage.open { browser, served in
                try await PlayerPage.playAll(browser)
                try await PlayerPage.waitForStoredQueue(browser)
                try await browser.withNewTab { first, _ in
                    try await browser.open(served.address + "/queue")
                    try await browser.wait(for: "#list .title", toEqual: ["First", "Second", "Third"])
                    try await browser.click(".cell[data-index='1'] .more")
                    try await browser.click(".menu:popover-open [data-part=remove-entry]")
                    try await browser.wait(for: "#list .title", toEqual: ["First", "Third"])
                    try await browser.use(first)
                    let stored = "JSON.parse(sessionStorage.getItem('fermata-player/'))"
                    try await browser.wait(
                        until: "\(stored).queue.map(({ title }) => title).join()", is: "First,Third")
                    try await PlayerPage.waitForProgress(browser)
                    #expect(try await browser.texts("#player-title") == ["First"])
                }
            }
        }

        @Test("Given a page that missed a change of its queue, then it does not store its own over that")
        func keepsOthersChange() async throws {
            try await PlayerPage.open { browser, served in
                try await PlayerPage.playAll(browser)
                try await PlayerPage.waitForStoredQueue(browser)
                try await browser.click("[data-player=toggle]")
                try await PlayerPage.waitForButton("Play", browser)
                let stored = "JSON.parse(sessionStorage.getItem('fermata-player/'))"
                try await browser.wait(for: "return \(stored).revision")
                // The page receives no events.
                try await browser.run(
                    """
                    window.EventSource = class extends EventTarget { close() {} };
                    document.dispatchEvent(new Event('visibilitychange'));
                    """)
                try await served.program.run("player remove 2")
                try await browser.run("document.dispatchEvent(new Event('visibilitychange'))")
                try await browser.wait(until: "\(stored).queue.map(({ title }) => title).join()", is: "First,Third")
                try await served.program.run("player remove 3")
                try await browser.click("[data-player=repeat]")
                try await browser.wait(for: "#message", toContain: "The queue was changed elsewhere.")
                try await browser.wait(until: "\(stored).queue.map(({ title }) => title).join()", is: "First")
                #expect(try await served.program.column("title", "player queue") == ["First"])
                _ = try await browser.waitForConsoleMessage(containing: "409")
            }
        }

        @Test("Given a page that was loaded again, when I remove its song from the queue, then the next one is current")
        func editsQueueAfterReload() async throws {
            try await PlayerPage.open { browser, served in
                try await PlayerPage.playAll(browser)
                try await PlayerPage.waitForStoredQueue(browser)
                try await browser.click("[data-player=toggle]")
                try await PlayerPage.waitForButton("Play", browser)
                try await browser.open(served.address + "/queue")
                try await PlayerPage.waitForTitle("First", browser)
                try await BrowserTests.waitForEvents(browser)
                try await browser.click(".cell[data-index='0'] .more")
                try await browser.click(".menu:popover-open [data-part=remove-entry]")
                try await browser.wait(for: "#list .title", toEqual: ["Second", "Third"])
                try await PlayerPage.waitForTitle("Second", browser)
                let stored = "JSON.parse(sessionStorage.getItem('fermata-player/'))"
                try await browser.wait(until: "\(stored).queue.map(({ title }) => title).join()", is: "Second,Third")
                try await expectPaused(browser)
            }
        }

        private func expectPaused(_ browser: Browser) async throws {
            let isPaused = "return import('/assets/player.js').then(({ audio }) => audio.paused)"
            #expect(try await browser.run(isPaused).flag)
        }
    }
}
