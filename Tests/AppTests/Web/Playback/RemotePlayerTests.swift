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
