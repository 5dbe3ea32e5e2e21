import TestServer
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I scroll through a large library")
    struct EndlessListTests {
        private static let count = 6_000

        @Test("Given 6,000 songs, when I scroll, then any row appears, and few are loaded")
        func loadsVisibleRows() async throws {
            try await Program.withLibrary(of: .ndjson(count: Self.count)) { program, _ in
                try await BrowserTests.open("/?order=artist", program) { browser, served in
                    try await Self.scrollToEnds(browser)
                    #expect(try await browser.run("return document.querySelector('.rows').offsetHeight") == 360_000)
                    try await Self.scrollInSteps(browser)
                    try await Self.scrollBeyondMaximumHeight(browser)
                    try await browser.open(served.address + "/?offset=3000")
                    try await browser.wait(for: Self.isRowVisible(3_000))
                }
            }
        }

        @Test("Given rows that fail to load once, then they load after a pause")
        func retriesFailedRows() async throws {
            try await SharedLibrary.generated.withCopy { program in
                try await BrowserTests.open("/", program) { browser, _ in
                    try await browser.run(
                        """
                        const real = window.fetch;
                        window.failures = 0;
                        window.fetch = (address, options) => /offset=950/.test(address) && window.failures++ === 0
                            ? Promise.reject(new TypeError('broken off')) : real(address, options);
                        scrollTo(0, document.body.scrollHeight);
                        """)
                    try await browser.wait(for: "#message", toContain: "The server does not respond")
                    try await browser.wait(for: Self.isRowVisible(990))
                }
            }
        }

        @Test("Given a search with many results, then the rows appear before their number")
        func countsAfterRows() async throws {
            try await SharedLibrary.generated.withCopy { program in
                try await BrowserTests.open("/?text=song", program) { browser, _ in
                    try await browser.wait(for: "#count", toEqual: ["1,000 songs"])
                    try await browser.wait(until: "document.querySelector('.rows').offsetHeight", is: 60_000)
                    try await browser.wait(until: "document.querySelector('.cell').ariaSetSize", is: "1000")
                    try await browser.run("scrollTo(0, document.body.scrollHeight)")
                    try await browser.wait(for: Self.isRowVisible(999))
                    try await Self.delayCounts(browser)
                    try await BrowserTests.search(browser, "song 1")
                    try await browser.wait(for: "#count", toEqual: ["many songs"])
                    try await browser.wait(for: Self.isRowVisible(5))
                    try await browser.wait(until: "document.querySelector('.rows').offsetHeight", is: 3_060)
                    try await browser.run("scrollTo(0, document.body.scrollHeight)")
                    try await browser.wait(for: Self.isRowVisible(50))
                    try await browser.run("window.release()")
                    try await browser.wait(
                        for: "return /^\\d+ songs$/.test(document.querySelector('#count').textContent)")
                }
            }
        }

        @Test("Given a busy server, then the page retries its count a few times after a pause")
        func countsAgainWhileBusy() async throws {
            try await SharedLibrary.generated.withCopy { program in
                try await BrowserTests.open("/", program) { browser, _ in
                    try await browser.run(
                        """
                        const real = window.fetch;
                        [window.counts, window.failures] = [0, 2];
                        window.fetch = (address, options) => {
                            if (!/total=true/.test(address) || window.counts++ >= window.failures) return real(address, options);
                            return Promise.resolve(new Response('', { status: 503, headers: { 'Retry-After': '0' } }));
                        };
                        """)
                    try await BrowserTests.search(browser, "song")
                    try await browser.wait(for: "return window.counts > 2")
                    try await browser.wait(for: "#count", toEqual: ["1,000 songs"])
                    try await browser.run("[window.counts, window.failures] = [0, Infinity]")
                    try await BrowserTests.search(browser, "song 1")
                    let counts = try await browser.wait(for: "return window.counts >= 5 && window.counts")
                    try await browser.wait(
                        for: "return new Promise((resolve) => setTimeout(() => resolve(true), 300))")
                    #expect(try await browser.run("return window.counts") == counts)
                    #expect(try await browser.texts("#count") == ["many songs"])
                }
            }
        }

        /// Delays requests for the row count until `window.release` is called.
        private static func delayCounts(_ browser: Browser) async throws {
            try await browser.run(
                """
                const real = window.fetch;
                const released = new Promise((resolve) => (window.release = resolve));
                window.fetch = async (address, options) => {
                    if (/total=true/.test(address)) await released;
                    return real(address, options);
                };
                """)
        }

        @Test("Given an address with small pages, when I scroll, then pages have the usual size")
        func usesUsualPageSize() async throws {
            try await open("/?limit=1") { browser, _, _ in
                try await browser.wait(for: "return document.querySelectorAll('.cell').length === 8")
                #expect(try await browser.run("return document.querySelectorAll('.page').length") == 1)
            }
        }

        private static func scrollToEnds(_ browser: Browser) async throws {
            try await browser.run("document.querySelector('main').focus()")
            try await scroll(browser, by: .end)
            try await browser.wait(for: isRowVisible(5_999))
            try await scroll(browser, by: .home)
            try await browser.wait(for: isRowVisible(0))
            try await browser.wait(until: "scrollY", is: 0)
            try await scroll(browser, by: .pageDown)
            try await browser.wait(for: isRowVisible(11))
            for row in [2_700, 333, 4_665] {
                try await browser.run("scrollTo(0, \(row) * 60)")
                try await browser.wait(for: isRowVisible(row + 2))
                let cells = try await browser.run("return document.querySelectorAll('.cell').length").number ?? 0
                #expect((50...300).contains(cells), "\(cells)")
            }
        }

        /// Expects rows without gaps, each at the position of its index.
        private static func scrollInSteps(_ browser: Browser) async throws {
            try await browser.run("scrollTo(0, 0)")
            try await browser.wait(for: isRowVisible(0))
            for _ in 1...30 { try await browser.run(scrollForAFrame) }
            try await browser.wait(for: isRowVisible(165))
            let rows = try await browser.run(
                """
                return [...document.querySelectorAll('.cell')].map((cell) =>
                    cell.getBoundingClientRect().top - cell.dataset.index * 60).every((top, _, all) => top === all[0]);
                """)
            #expect(rows.flag)
        }

        /// Scrolls a list that is taller than the maximum height, here set to 100,000 pixels.
        private static func scrollBeyondMaximumHeight(_ browser: Browser) async throws {
            try await browser.run("document.documentElement.style.setProperty('--tallest', 100000)")
            try await BrowserTests.search(browser, "song")
            try await browser.wait(for: "return document.querySelector('.rows').offsetHeight === 100000")
            try await browser.run("document.querySelector('main').focus()")
            try await scroll(browser, by: .end)
            try await browser.wait(for: isRowVisible(5_999))
            try await scroll(browser, by: .home)
            try await browser.wait(for: isRowVisible(0))
            try await browser.wait(until: "scrollY", is: 0)
            try await scroll(browser, by: .pageDown)
            try await browser.wait(for: isRowVisible(12))
            try await scroll(browser, by: .pageDown)
            try await browser.wait(for: isRowVisible(22))
            try await browser.run(Self.scrollToMiddle)
            try await browser.wait(for: isRowVisible(3_000))
            try await browser.run("scrollBy(0, 600)")
            try await browser.wait(for: isRowVisible(3_011))
            try await browser.run("document.documentElement.style.removeProperty('--tallest')")
        }

        /// Presses a key, and waits until the browser has finished scrolling.
        private static func scroll(_ browser: Browser, by key: Browser.Key) async throws {
            try await browser.run(
                "window.end = new Promise(resolve => document.addEventListener('scrollend', resolve, { once: true }))")
            try await browser.press(key)
            try await browser.run("return window.end.then(() => true)")
        }

        /// Scrolls by a step, and waits until the page has handled it, just before it is drawn.
        private static let scrollForAFrame = """
            scrollBy(0, 331);
            return new Promise(resolve => requestAnimationFrame(() => resolve(true)));
            """

        private static let scrollToMiddle = """
            const rows = document.querySelector('.rows');
            scrollTo(0, rows.getBoundingClientRect().top + scrollY + (rows.offsetHeight - innerHeight) / 2);
            """

        /// A script that returns whether the middle of a row is within the window.
        private static func isRowVisible(_ row: Int) -> String {
            """
            const cell = document.querySelector('[data-index="\(row)"]');
            if (!cell) return false;
            const { top, height } = cell.getBoundingClientRect();
            return top + height / 2 > 0 && top + height / 2 < innerHeight;
            """
        }
    }
}
