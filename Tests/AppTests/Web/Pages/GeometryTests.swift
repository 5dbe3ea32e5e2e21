import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I look at the playlist screen")
    struct GeometryTests {
        private static let measure = """
            const box = (element) => {
                const { left, top, width, height, right, bottom } = element.getBoundingClientRect();
                return { left, top, width, height, right, bottom };
            };
            return [...document.querySelectorAll('.cell')].slice(0, 4).map((cell) => ({
                cell: box(cell), artwork: box(cell.querySelector('.artwork')), title: box(cell.querySelector('.title')),
                artist: box(cell.querySelector('.artist')), more: box(cell.querySelector('.more')),
                dots: box(cell.querySelector('.more svg')), meta: box(cell.querySelector('.meta')) }));
            """

        /// Compares each part with its position in points, one pixel per point, with a tolerance of half a pixel.
        @Test(
            "Given any width, then each part of a row has its exact position",
            arguments: [360, 800, 1_440])
        func placesParts(width: Int) async throws {
            try await open("/", width: width) { browser, _, _ in
                let rows = try await browser.run(Self.measure).list
                #expect(rows.count == 4)
                for row in rows {
                    func number(_ part: String, _ key: String) -> Double { row[part][key].number ?? .nan }
                    func expect(_ value: Double, _ expected: Double, _ what: Comment) {
                        #expect(abs(value - expected) <= 0.5, what)
                    }
                    let (w, h) = (number("cell", "width"), number("cell", "height"))
                    let (left, top) = (number("cell", "left"), number("cell", "top"))
                    expect(w, min(Double(width), 1_200), "the table fills its view, up to a readable width")
                    expect(number("artwork", "left") - left, 15, "artwork leading 15")
                    expect(number("artwork", "width"), h, "artwork as wide as the row is high")
                    expect(number("artwork", "height"), h - 10, "artwork's height")
                    let middle = number("artwork", "top") + number("artwork", "height") / 2 - top
                    expect(middle, h / 2, "artwork in the middle")
                    expect(number("title", "left"), number("artwork", "right") + 10, "title after the artwork")
                    expect(number("title", "top"), number("artwork", "top"), "title at the artwork's top")
                    expect(number("title", "width"), w - 120, "title's width")
                    expect(number("artist", "left"), number("title", "left"), "artist under the title")
                    expect(number("artist", "top"), number("title", "bottom") + 2, "artist 2 below the title")
                    expect(number("artist", "width"), w - 120, "artist's width")
                    expect(number("more", "right") - left, w - 20, "more button trailing")
                    expect(number("dots", "right") - left, w - 20, "its ellipsis too")
                    expect(number("more", "top") + number("more", "height") / 2 - top, h / 2, "more in the middle")
                    expect(number("dots", "top") + number("dots", "height") / 2 - top, h / 2, "its ellipsis too")
                    #expect(number("meta", "bottom") <= number("cell", "bottom"), "all within the row")
                }
            }
        }

        @Test(
            "Given a screen without a mouse, then play buttons are visible and cover no artwork", arguments: [360, 800])
        func showsArtwork(width: Int) async throws {
            try await open("/", width: width) { browser, _, _ in
                let rows = try await browser.run(
                    """
                    if (!matchMedia('(hover: none)').matches) return [];
                    const box = (element) => element.getBoundingClientRect();
                    return [...document.querySelectorAll('.cell[data-audio]')].map((cell) => {
                        const [play, artwork, title, star] =
                            ['.play', '.artwork', '.title', '.star'].map((name) => box(cell.querySelector(name)));
                        const isBeside =
                            play.left >= artwork.right && play.top >= title.bottom && play.right <= star.left + 1;
                        const isInside = play.bottom <= box(cell).bottom + 1 && play.width >= 24 && play.height >= 24;
                        return isBeside && isInside && getComputedStyle(cell.querySelector('.play')).opacity === '1';
                    });
                    """
                ).list
                #expect(!rows.isEmpty && rows.allSatisfy { $0 == .flag(true) }, "\(rows)")
            }
        }

        @Test("Given a row, then its fonts and its artwork are as specified")
        func usesFonts() async throws {
            try await open("/") { browser, _, _ in
                let styles = try await browser.run(
                    """
                    const of = (selector, ...keys) => {
                        const style = getComputedStyle(document.querySelector('.cell ' + selector));
                        return keys.map((key) => style[key]).join(' ');
                    };
                    return [of('.title', 'fontSize', 'fontWeight', 'textAlign', 'whiteSpace', 'textOverflow'),
                        of('.artist', 'fontSize', 'fontWeight', 'textAlign', 'whiteSpace', 'textOverflow'),
                        of('.artwork', 'objectFit', 'overflow')];
                    """)
                #expect(
                    styles == [
                        "16px 700 left nowrap ellipsis", "10px 400 left nowrap ellipsis", "contain clip",
                    ])
            }
        }

        @Test("Given a phone, then no page is wider than the screen")
        func fitsPhones() async throws {
            let program = try Program()
            try await program.run(words: ["todo", "add", String(repeating: "Donaudampfschifffahrt", count: 9)])
            try await program.run(words: ["todo", "add", "Carols", "--address", "Seoul"])
            try await ServerProcess.run(program, []) { served in
                for path in [
                    "/", "/artists/Ed%20Sheeran", "/albums", "/genres", "/playlists", "/downloads", "/to-dos",
                    "/to-dos/2", "/bookmarks",
                    "/nowhere",
                ] {
                    try await BrowserTests.open(path, on: served, width: 360, height: 640) { browser in
                        let wider = try await browser.run("return document.documentElement.scrollWidth - innerWidth")
                        #expect(wider == 0, "\(path)")
                        if try await !browser.texts(".not-shown").isEmpty {
                            _ = try await browser.waitForConsoleMessage(containing: "404")
                        }
                    }
                }
            }
        }
    }
}
