import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: the search field completes what I type")
    struct SuggestionPageTests {
        private static let labels = "#suggestions li"

        @Test("Given a part of a name, when I press keys to choose it, then its songs appear")
        func choosesByKeyboard() async throws {
            try await open("/") { browser, _, _ in
                try await BrowserTests.search(browser, "shee")
                try await browser.wait(for: Self.labels, toEqual: ["Ed Sheeran"])
                #expect(try await browser.attribute("aria-expanded", of: "#text") == "true")
                #expect(try await browser.attribute("aria-activedescendant", of: "#text") == nil)
                try await browser.press(.down)
                try await browser.wait(
                    until:
                        "document.getElementById(document.querySelector('#text').getAttribute('aria-activedescendant'))?.ariaSelected",
                    is: "true")
                try await browser.press(.enter)
                try await browser.wait(until: "document.querySelector('#text').value", is: "artist:\"Ed Sheeran\" ")
                try await browser.wait(for: "#count", toEqual: ["4 songs"])
                try await browser.wait(
                    until: "new URLSearchParams(location.search).get('text')", is: "artist:\"Ed Sheeran\" ")
                #expect(try await browser.attribute("aria-expanded", of: "#text") == "false")
                #expect(try await browser.run("return document.activeElement.id") == "text")
            }
        }

        @Test("Given any page, when I click one of the keys, then I can choose its value")
        func choosesByClick() async throws {
            try await open("/to-dos") { browser, _, _ in
                try await browser.click("#text")
                try await browser.press(.down)
                try await browser.wait(until: "document.querySelectorAll('\(Self.labels)').length", is: 10)
                try await browser.click("\(Self.labels):last-child")
                try await browser.wait(until: "document.querySelector('#text').value", is: "is:")
                let states = ["bookmarked", "downloaded", "explicit", "clean", "played"]
                try await browser.wait(for: Self.labels, toEqual: states)
                try await browser.press(.up, .enter)
                try await browser.wait(until: "document.querySelector('#text').value", is: "is:played ")
                try await browser.press(.enter)
                try await browser.wait(forPage: "/")
                try await browser.wait(until: "location.search", is: "?text=is%3Aplayed+")
            }
        }

        @Test("Given open suggestions, when I press Escape, then they close and the text stays")
        func closesOnEscape() async throws {
            try await open("/") { browser, _, _ in
                try await browser.type("mar", into: "#text")
                try await browser.wait(for: Self.labels, toEqual: ["Maroon 5"])
                try await browser.press(.escape)
                try await browser.wait(until: "document.querySelector('#suggestions').checkVisibility()", is: false)
                #expect(try await browser.run("return document.querySelector('#text').value") == "mar")
                try await browser.type("o", into: "#text")
                try await browser.wait(for: Self.labels, toEqual: ["Maroon 5"])
                try await browser.press(.tab)
                try await browser.wait(until: "document.querySelector('#suggestions').checkVisibility()", is: false)
            }
        }

        @Test("Given open suggestions, then axe-core finds no violation", .enabled(if: Axe.script != nil))
        func passesAxe() async throws {
            let script = try #require(Axe.script)
            try await open("/") { browser, _, _ in
                try await browser.type("a", into: "#text")
                try await browser.wait(until: "document.querySelector('\(Self.labels)')?.textContent", is: "artist:")
                try await browser.press(.down)
                for colours in ["light", "dark"] {
                    try await browser.prefer(colours: colours)
                    #expect(try await browser.run(script + Axe.run)["violations"] == [], "\(colours)")
                }
                try await browser.prefer(colours: "light")
            }
        }

        @Test("Given the playlists, then their search, which is by name, has no suggestions")
        func suggestsNothingForPlaylists() async throws {
            try await open("/playlists") { browser, _, _ in
                let role = try await browser.attribute("role", of: "#text")
                let keys = try await browser.attribute("list", of: "#text")
                #expect(role == nil && keys == nil)
            }
        }
    }
}
