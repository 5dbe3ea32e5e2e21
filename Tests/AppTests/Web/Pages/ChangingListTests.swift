import TestServer
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: the library changes under an open list")
    struct ChangingListTests {
        /// Reports a change every 100 ms, and delays each response with rows by three changes.
        private static let changingEvery100ms = """
            window.changes = 0;
            setInterval(() => {
                window.changes += 1;
                const data = JSON.stringify({ version: -window.changes });
                window.stream.dispatchEvent(new MessageEvent('library', { data }));
            }, 100);
            const real = window.fetch;
            window.fetch = async (address, options) => {
                const response = await real(address);
                const until = window.changes + 3;
                while (/fragment=rows/.test(address) && window.changes < until) {
                    await new Promise((resolve) => setTimeout(resolve, 10));
                    options.signal.throwIfAborted();
                }
                return response;
            };
            """

        /// Delays the first response with rows until the test releases it. Counts redraws, which request the
        /// freshness.
        private static let delayingFirstRows = """
            const real = window.fetch, released = new Promise((resolve) => (window.release = resolve));
            window.refreshes = 0;
            window.fetch = async (address, options) => {
                if (address === '/freshness') window.refreshes += 1;
                const response = await real(address);
                if (/fragment=rows/.test(address) && !window.isDelayed) {
                    window.isDelayed = true;
                    await released;
                    options.signal.throwIfAborted();
                }
                return response;
            };
            """

        @Test("Given a library that changes during each request, then rows still appear")
        func loadsDuringFastChanges() async throws {
            try await SharedLibrary.generated.withCopy { program in
                try await BrowserTests.open("/", program) { browser, _ in
                    try await BrowserTests.waitForEvents(browser)
                    try await browser.run(Self.changingEvery100ms + "scrollTo(0, document.body.scrollHeight);")
                    try await browser.wait(for: "return document.querySelector('[data-index=\"999\"]') !== null")
                }
            }
        }

        @Test("Given rows that change while they load, then they are loaded again")
        func reloadsOutdatedRows() async throws {
            try await open("/") { browser, served, _ in
                let (perfect, sugar) = (try await served.id("perfect"), try await served.id("sugar"))
                try await BrowserTests.waitForEvents(browser)
                try await browser.run(Self.delayingFirstRows)
                try await served.program.run("bookmark \(perfect)")
                try await browser.wait(until: "window.isDelayed", is: true)
                let before = try await browser.run("return window.refreshes")
                try await served.program.run("bookmark \(sugar)")
                try await browser.wait(for: "return window.refreshes > arguments[0]", [before])
                try await browser.run("window.release()")
                for id in [perfect, sugar] { try await BrowserTests.waitForStar(browser, "[data-key='\(id)']") }
            }
        }

        @Test("Given a response that breaks off, then a message says so, and updates continue")
        func recoversFromBrokenResponse() async throws {
            try await open("/") { browser, served, _ in
                try await BrowserTests.waitForEvents(browser)
                try await browser.run(
                    """
                    const real = window.fetch;
                    window.fetch = async (address, options) => {
                        const response = await real(address, options);
                        if (!/[/][?]text=sheer/.test(address) || window.isBroken) return response;
                        window.isBroken = true;
                        return Object.assign(response, { text: () => Promise.reject(new TypeError('network error')) });
                    };
                    """)
                try await browser.type("sheer", into: "#text")
                try await browser.wait(for: "#message", toContain: "The server does not respond")
                let id = try await served.id("perfect")
                try await served.program.run("bookmark \(id)")
                try await BrowserTests.waitForStar(browser, "[data-key='\(id)']")
            }
        }

        @Test("Given a list with a song twice, when it is redrawn, then the focus stays")
        func preservesFocusOfDuplicates() async throws {
            try await withCatalogueServer { server in
                server.answer("/songs", .json(BandCatalogue.songs.joined(separator: "\n")))
                server.answer("/lists", .json(#"{"id":"p","name":"Again","music":["1","5","1"]}"# + "\n"))
                let program = try Program()
                try await program.run("source add http \(server.url("/songs")) --name radio --playlists lists")
                try await program.run("sync")
                let list = try #require(try await program.column("id", "playlists again").first)
                try await BrowserTests.open("/playlists/\(list)", program) { browser, served in
                    try await browser.wait(for: ".title", toEqual: ["Perfect", "Stitches", "Perfect"])
                    try await browser.run("document.querySelector('[data-index=\"2\"] .star').focus()")
                    try await program.run("bookmark \(try await served.id("perfect"))")
                    try await BrowserTests.waitForStar(browser, "[data-index='2']")
                    try await browser.wait(until: "document.activeElement.dataset.part", is: "star")
                    try await browser.wait(until: "document.activeElement.closest('.cell').dataset.index", is: "2")
                }
            }
        }
    }
}
