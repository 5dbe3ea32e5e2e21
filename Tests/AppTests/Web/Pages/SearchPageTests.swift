import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I find music on the page")
    struct SearchPageTests {
        private static let titles = "[...document.querySelectorAll('.title')].map((title) => title.textContent)"

        @Test(
            "Given a search field, when I type, then results and address follow")
        func searchesWhileTyping() async throws {
            try await open("/?sort=popular") { browser, served, _ in
                #expect(try await browser.texts("#count") == ["8 songs"])
                try await browser.run("window.isTheSame = true")
                try await browser.type("sheer", into: "#text")
                try await browser.wait(until: "location.search", is: "?text=sheer&sort=popular")
                try await browser.wait(
                    for: ".title",
                    toEqual: ["Perfect", "Beautiful People", "Thinking Out Loud", "Take Me Back to London"])
                try await browser.wait(for: "#count", toEqual: ["4 songs"])
                #expect(try await browser.run("return window.isTheSame").flag)
                try await browser.wait(until: "document.activeElement.id", is: "text")
                try await browser.type("zzz", into: "#text")
                try await browser.wait(for: "#list", toContain: "No music matches “sheerzzz”.")
                try await browser.wait(for: "#count", toEqual: ["0 songs"])
                try await browser.run("document.querySelector('#text').value = ''")
                try await browser.type(" ", into: "#text")
                try await browser.wait(for: "#count", toContain: "8 songs")
                try await browser.wait(until: "document.querySelectorAll('.cell').length", is: 8)
            }
        }

        @Test("Given a search that I typed, when I reload or come back, then it is there again")
        func restoresSearch() async throws {
            try await open("/?sort=popular") { browser, _, _ in
                let entries = try await browser.run("return history.length")
                try await browser.type("artist:\"ed s", into: "#text")
                try await browser.wait(for: "#count", toEqual: ["4 songs"])
                #expect(try await browser.run("return history.length") == entries)
                for reload in ["location.reload()", "location.assign('/artists/Eminem')"] {
                    try await browser.run(reload)
                    if reload.contains("assign") {
                        try await browser.wait(forPage: "/artists/Eminem")
                        try await browser.run("history.back()")
                    }
                    try await browser.wait(forPage: "/")
                    try await browser.wait(until: "document.querySelector('#text').value", is: "artist:\"ed s")
                    try await browser.wait(for: "#count", toEqual: ["4 songs"])
                    try await browser.wait(
                        until: "new URLSearchParams(location.search).get('sort')", is: "popular")
                }
            }
        }

        @Test("Given a search that is still being read, then the address already names it")
        func updatesAddressAtOnce() async throws {
            try await open("/") { browser, _, _ in
                try await browser.run("window.fetch = () => new Promise(() => {})")
                try await browser.type("sheer", into: "#text")
                try await browser.wait(until: "location.search", is: "?text=sheer")
            }
        }

        @Test("Given a slow response to an earlier search, then the current results stay")
        func ignoresOutdatedResults() async throws {
            try await open("/?text=zzz") { browser, served, _ in
                try await browser.run(
                    """
                    const real = window.fetch, released = new Promise((resolve) => (window.release = resolve));
                    window.fetch = async (address, options) => {
                        const isEarlier = String(address).includes('zzz') && !window.isDelayed;
                        if (!isEarlier) return real(address, options);
                        window.isDelayed = true;
                        const response = await real(address);
                        await released;
                        window.isReleased = true;
                        return response;
                    };
                    """)
                try await served.program.run("bookmark \(try await served.id("perfect"))")
                try await browser.wait(for: "return window.isDelayed")
                try await browser.run("document.querySelector('#text').value = ''")
                try await browser.type("sheer", into: "#text")
                try await browser.wait(until: "location.search", is: "?text=sheer")
                try await browser.wait(for: "#count", toEqual: ["4 songs"])
                try await browser.run("window.release()")
                try await browser.wait(
                    for: "return window.isReleased && new Promise((resolve) => setTimeout(() => resolve(true), 300))")
                #expect(try await browser.texts(".cell").count == 4)
                #expect(try await browser.run("return location.search") == "?text=sheer")
            }
        }

        @Test("Given a failed search, when the page reloads its list, then it shows the results")
        func repeatsFailedSearch() async throws {
            try await open("/") { browser, _, _ in
                try await browser.run(
                    """
                    window.intactFetch = window.fetch;
                    window.fetch = (address, options) => String(address).includes('fragment=list')
                        ? Promise.reject(new TypeError('lost')) : window.intactFetch(address, options);
                    """)
                try await browser.type("sheer", into: "#text")
                try await browser.wait(until: "location.search", is: "?text=sheer")
                try await browser.wait(for: "#message", toContain: "The server does not respond.")
                #expect(try await browser.texts("#count") == ["8 songs"])
                try await browser.run(
                    "window.fetch = window.intactFetch; document.dispatchEvent(new Event('visibilitychange'))")
                try await browser.wait(for: "#count", toEqual: ["4 songs"])
                try await browser.wait(until: "document.querySelectorAll('.cell').length", is: 4)
            }
        }

        @Test("Given another page, when I search, then the results open on the first page")
        func opensResultsElsewhere() async throws {
            try await open("/to-dos") { browser, _, _ in
                try await browser.type("sugar", into: "#text")
                try await browser.press(.enter)
                try await browser.wait(forPage: "/")
                try await browser.wait(for: ".title", toEqual: ["Sugar"])
                try await browser.wait(until: "document.querySelector('#text').value", is: "sugar")
            }
        }

        @Test("Given a list, when I follow its sort links, then the search stays")
        func followsSortLinks() async throws {
            try await open("/?text=sheeran") { browser, _, _ in
                try await browser.click(".choices a[href*='sort=newest']")
                try await browser.wait(until: "location.search.includes('newest')", is: true)
                try await browser.wait(until: Self.titles + ".at(-1)", is: "Thinking Out Loud")
                try await browser.click(".switches a[href*='reverse=true']")
                try await browser.wait(until: "location.search.includes('reverse=true')", is: true)
                try await browser.wait(until: Self.titles + "[0]", is: "Thinking Out Loud")
                try await browser.wait(for: ".choices [aria-current]", toEqual: ["Newest", "Reversed"])
                try await browser.wait(until: "document.querySelector('#text').value", is: "sheeran")
            }
        }
    }
}
