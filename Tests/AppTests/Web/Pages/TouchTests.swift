import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I use the pages with my fingers")
    struct TouchTests {
        /// The buttons and links that are lower or narrower than 40 px, or overlap another button of their row.
        ///
        /// A link that covers its row has the size of the row, as has its check box while rows are selected. The artist and
        /// the album in a row are links in a line of text; the menu of the row has both.
        private static let small = """
            const isInText = (element) => element.matches('.cell .artist a, .cell .album a, .tile .artist a, .continue .artist a');
            const box = (element) => {
                const covered = element.matches('.title > a') && element.closest('.cell, .tile, .chip, .continue');
                return (covered || (element.id === 'player-title' && element.parentElement) || element).getBoundingClientRect();
            };
            const isTarget = (element) =>
                element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
                && getComputedStyle(element).pointerEvents !== 'none' && !element.matches('.skip, .choice') && !isInText(element);
            const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select')].filter(isTarget);
            const small = all.filter((element) => Math.min(box(element).width, box(element).height) < 39.5);
            const overlapping = [...document.querySelectorAll('.cell')].flatMap((cell) => {
                const buttons = all.filter((element) => element.matches('.cell > button, .meta button') && cell.contains(element)).map(box);
                return buttons.some((a) => buttons.some((b) => a !== b && a.left < b.right - 1 && b.left < a.right - 1)) ? [cell] : [];
            });
            return [...small, ...overlapping].map((element) =>
                `${Math.round(box(element).width)}×${Math.round(box(element).height)} ${element.outerHTML.slice(0, 120)}`);
            """

        @Test("Given fingers, then no button or link of the main pages is too small", arguments: [390, 820])
        func fitsFingers(width: Int) async throws {
            try await PlayerPage.open(in: "Band/Waves") { browser, served in
                try await browser.emulateTouch()
                try await browser.resize(width: width, height: 844)
                try await browser.wait(for: "return matchMedia('(pointer: coarse)').matches")
                try await PlayerPage.playAll(browser)
                let id = try await served.id("first")
                let album = try #require(try await served.get("/api/albums").column("id").first)
                try await PlayerPage.waitForStoredQueue(browser)
                let made = try await served.send(
                    "POST", "/api/playlists", body: #"{"name":"Mix","music":"\#(id)"}"#)
                let playlist = try #require(made["Location"]).replacing("/api", with: "")
                let paths = [
                    "/", "/home", "/albums", "/albums/\(album)", "/artists", "/artists/Band", "/genres", "/playlists",
                    "/queue", "/music/\(id)", "/bookmarks", "/history", playlist,
                ]
                for path in paths {
                    try await browser.open(served.address + path)
                    try await PlayerPage.waitForTitle("First", browser)
                    for opener in Self.openers {
                        let isOpen = try await browser.run(Self.open, [.text(opener)]).flag
                        guard isOpen else { continue }
                        let small = try await browser.run(Self.small).list.compactMap(\.text)
                        #expect(small == [], "\(path) \(opener)")
                    }
                }
            }
        }

        @Test("Given a list, when I swipe a song, then it plays next or is added, as a message has said once")
        func swipesRows() async throws {
            try await openTouched { browser, served in
                try await browser.wait(
                    for: "#message",
                    toEqual: ["Swipe a song to the right to play it next, or to the left to add it to the queue."])
                try await PlayerPage.playAll(browser)
                try await swipe(row: 2, by: 110, browser)
                try await browser.wait(for: "#message", toEqual: ["Plays next."])
                try await swipe(row: 1, by: -110, browser)
                try await browser.wait(for: "#message", toEqual: ["Added to the queue."])
                // Neither a short swipe nor one that scrolls the page is one; no swipe opens the song.
                try await swipe(row: 0, by: 50, browser)
                try await swipe(row: 0, by: 20, down: 200, browser)
                try await browser.wait(for: "return !document.querySelector('.cell[data-swipe], .cell.swiped')")
                #expect(try await browser.run("return location.pathname").text == "/")
                try await browser.run("document.querySelector('#player-queue').showPopover()")
                try await browser.wait(
                    for: "#player-queue li > button:first-child",
                    toEqual: ["First", "Third", "Second", "Third", "Second"])
                try await browser.open(served.address + "/")
                try await PlayerPage.waitForTitle("First", browser)
                #expect(try await browser.run("return document.querySelector('#message').textContent").text == "")
            }
        }

        @Test("Given a list that is loaded again while I swipe a song, then the song is still added")
        func swipesReplacedRows() async throws {
            try await openTouched { browser, _ in
                try await PlayerPage.playAll(browser)
                try await browser.run(
                    """
                    document.addEventListener('pointermove', () => {
                        for (const cell of document.querySelectorAll('#list .cell')) cell.replaceWith(cell.cloneNode(true));
                    });
                    """)
                try await swipe(row: 1, by: -110, browser)
                try await browser.wait(for: "#message", toEqual: ["Added to the queue."])
                try await browser.wait(for: "return !document.querySelector('.cell[data-swipe], .cell.swiped')")
                try await browser.wait(for: "return !document.querySelector(`.cell[style*='px']`)")
            }
        }

        /// Opens the songs on a phone.
        private func openTouched(_ body: (Browser, ServerProcess) async throws -> Void) async throws {
            try await PlayerPage.open { browser, served in
                try await browser.emulateTouch()
                try await browser.resize(width: 390, height: 844)
                try await browser.wait(for: "return matchMedia('(pointer: coarse)').matches")
                try await browser.open(served.address + "/")
                try await body(browser, served)
            }
        }

        /// Swipes a row by a number of pixels: to the right, or to the left if that is negative.
        private func swipe(row index: Int, by distance: Double, down: Double = 0, _ browser: Browser) async throws {
            let script = """
                const box = document.querySelector(`.cell[data-index='${arguments[0]}']`).getBoundingClientRect();
                return [box.left + box.width / 2, box.top + box.height / 2];
                """
            let point = try await browser.run(script, [.number(Double(index))]).list.compactMap(\.number)
            try await browser.drag(
                from: (point[0], point[1]), to: (point[0] + distance, point[1] + down), with: .touch)
        }

        /// What opens more buttons; the first is the page as it is.
        private static let openers = [
            "", "[popovertarget=rest]", "[data-player=more]", "[popovertarget=player-queue]", ".more-screens button",
            ".cell .more",
            "[popovertarget=new-playlist]", "[popovertarget=rename-playlist]", "[data-part=select]",
        ]

        /// Clicks an element if it is visible; returns whether it is.
        private static let open = """
            if (!arguments[0]) return true;
            const element = document.querySelector(arguments[0]);
            if (!element?.getClientRects().length) return false;
            element.click();
            return true;
            """
    }
}
