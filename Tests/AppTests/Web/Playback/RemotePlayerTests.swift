import Foundation
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I control the program that plays from the browser")
    struct RemotePlayerTests {
        @Test("Given music in the background, then the pages control it and stay in step")
        func controlsProgram() async throws {
            try await PlayCatalogue.withSyncedLibrary { catalogue in
                catalogue.lengthenSongs()
                #expect(try await catalogue.program.spawn("play --album Waves --background").code == 0)
                try await catalogue.wait(for: "state", "playing")
                try await BrowserTests.open("/home", catalogue.program) { browser, served in
                    try await browser.wait(for: ".continue .title", toEqual: ["One"])
                    try await browser.wait(for: ".continue .meta", toContain: "Plays in the background")
                    try await set("seconds", to: 60, browser)
                    try await catalogue.wait { $0["elapsed"] as? Int ?? 0 >= 60 }
                    try await browser.wait(for: ".continue .time", toContain: "1:0")
                    try await set("percent", to: 40, browser)
                    try await catalogue.wait { $0["volume"] as? Int == 40 }
                    try await catalogue.program.run("player pause")
                    try await browser.wait(for: ".continue [data-part=toggle]", toEqual: ["Play in the background"])
                    try await browser.click(".continue [data-part=next]")
                    try await catalogue.wait(for: "title", "Two")
                    try await browser.wait(for: ".continue .title", toEqual: ["Two"])
                    try await browser.open(served.address + "/queue")
                    try await browser.click(".cell[data-index='0'] .more")
                    try await browser.click(".menu:popover-open [data-part=play-entry]")
                    try await catalogue.wait(for: "title", "One")
                }
                try await catalogue.program.run("player stop")
                try await catalogue.waitForEndOfPlayer()
            }
        }

        @Test("Given music in the background, then the player of every page shows it, stops it later and ends that")
        func showsProgramBelowPages() async throws {
            try await PlayCatalogue.withSyncedLibrary { catalogue in
                catalogue.lengthenSongs()
                #expect(try await catalogue.program.spawn("play --album Waves --background").code == 0)
                try await catalogue.wait(for: "state", "playing")
                try await BrowserTests.open("/", catalogue.program) { browser, served in
                    for page in ["/home", "/queue"] {
                        let response = try await served.get(page)
                        #expect(response["Cache-Control"] == "no-store" && response["ETag"] == nil, "\(page)")
                    }
                    try await browser.wait(for: "#player-title", toEqual: ["One"])
                    try await browser.wait(for: "#player-note", toEqual: ["Plays in the background"])
                    let marked = """
                        [...document.querySelectorAll('.cell .title')].filter((title) =>
                            getComputedStyle(title, '::before').content.includes('▶')).map((title) => title.textContent.trim())
                        """
                    try await browser.wait(until: marked, is: ["One"])
                    let count = try #require(try await catalogue.wait(until: { _ in true })["count"] as? Int)
                    try await browser.run("document.querySelector('.cell [data-part=add]').click()")
                    try await catalogue.wait { $0["count"] as? Int == count + 1 }
                    #expect(try await browser.texts("#player-title") == ["One"])
                    try await browser.click("[data-player=stop-after]")
                    try await catalogue.wait { $0["stopsAfterSong"] as? Bool == true }
                    try await choose("30", browser)
                    try await catalogue.wait { ($0["sleep"] as? Int ?? 0) > 1_700 }
                    let note = "Plays in the background · Stops after this song · Stops in 30 min"
                    try await browser.wait(for: "#player-note", toEqual: [note])
                    try await browser.click("[data-player=stop-after]")
                    try await choose("", browser)
                    try await catalogue.wait { $0["sleep"] is NSNull && $0["stopsAfterSong"] as? Bool == false }
                    try await browser.click("[data-player=next]")
                    try await browser.wait(for: "#player-title", toEqual: ["Two"])
                    try await browser.click("[data-player=toggle]")
                    try await catalogue.wait(for: "state", "paused")
                    try await PlayerPage.waitForButton("Play", browser)
                    try await browser.click("#player .queue-link")
                    try await browser.wait(for: "h1", toEqual: ["Queue"])
                }
                try await catalogue.program.run("player stop")
                try await catalogue.waitForEndOfPlayer()
            }
        }

        @Test("Given a page that plays, when a program begins, then the page shows it, also after a reload")
        func yieldsToProgram() async throws {
            try await PlayCatalogue.withSyncedLibrary { catalogue in
                catalogue.lengthenSongs()
                try await BrowserTests.open("/", catalogue.program) { browser, served in
                    try await browser.click(".play-all")
                    try await PlayerPage.waitForProgress(browser)
                    try await catalogue.wait { ($0["count"] as? Int ?? 0) > 0 }
                    let outcome = try await catalogue.program.spawn("play --album Waves --background")
                    #expect(outcome.code == 0, "\(outcome.errors)")
                    try await catalogue.wait(for: "state", "playing")
                    for isReloaded in [false, true] {
                        if isReloaded { try await browser.open(served.address + "/") }
                        try await browser.wait(for: "#player-note", toEqual: ["Plays in the background"])
                        try await browser.wait(for: "#player-title", toEqual: ["One"])
                    }
                    try await catalogue.wait(for: "state", "playing")
                    try await browser.click("#player-here")
                    try await PlayerPage.waitForProgress(browser)
                    try await browser.wait(for: "#player-note", toEqual: [""])
                    #expect(try await browser.run("return document.querySelector('#player-here').hidden").flag)
                    try await browser.wait(until: "document.activeElement.dataset.player", is: "toggle")
                    try await catalogue.wait(for: "state", "paused")
                    try await catalogue.program.run("player toggle")
                    try await browser.wait(for: "#player-note", toEqual: ["Plays in the background"])
                    // The page continues the program's queue where it is.
                    try await catalogue.program.run("player seek 40")
                    try await catalogue.program.run("player stop")
                    try await catalogue.waitForEndOfPlayer()
                    try await PlayerPage.waitForButton("Play", browser)
                    try await browser.click("[data-player=toggle]")
                    try await browser.wait(for: "return Number(document.querySelector('#player-position').value) >= 40")
                }
            }
        }

        /// Chooses a time of the sleep timer.
        private func choose(_ minutes: String, _ browser: Browser) async throws {
            try await browser.run(PlayerPage.choose, ["#player-sleep", .text(minutes)])
        }

        /// Moves a slider, and releases it.
        private func set(_ name: String, to value: Double, _ browser: Browser) async throws {
            try await browser.run(
                """
                const slider = document.querySelector(`.remote [name=${arguments[0]}]`);
                slider.value = arguments[1];
                slider.dispatchEvent(new Event('change', { bubbles: true }));
                """, [.text(name), .number(value)])
        }
    }
}
