import Testing
import TestServer
import WebDriver

extension BrowserTests {
    @Suite("Story: a source provides hostile text")
    struct HostileTextTests {
        static let texts = [
            "<script>window.harm = 1</script>", "\"><img src=x onerror=\"window.harm = 1\">",
            "{{title}}{{{title}}}{{#a}}",
            "' onmouseover='window.harm = 1", "\"\u{301} onmouseover=\"window.harm = 1",
            "\u{600}\"><svg onload=window.harm=1>",
            "\u{202E}evil\u{2066}", "a\u{0}b\u{7}c\u{9B}d", "javascript:window.harm=1", "&lt;b&gt;&amp;",
            "a/b?c#d%e%2Ff", "..", "챔버오케스트라", "x" + String(repeating: "\u{301}", count: 1_000),
        ]

        @Test("Given hostile text in every field, then every page shows it and runs none of it")
        func neutralizesHostileText() async throws {
            try await withCatalogueServer { server in
                let songs = Self.texts.enumerated().map { number, text in
                    Self.json([
                        "id": "\(number)", "title": text, "singer": text, "album": text, "file": text, "image": text,
                    ])
                }
                let list = Self.json(["id": "l", "name": Self.texts[1]]).dropLast() + #","music":["0","1","2"]}"#
                server.answer("/songs", .json(songs.joined(separator: "\n")))
                server.answer("/lists", .json(list + "\n"))
                let program = try Program()
                try await program.run("source add http \(server.url("/songs")) --name radio --playlists lists")
                try await program.run("sync")
                for text in Self.texts.prefix(9) {
                    try await program.run(
                        words: [
                            "todo", "add", text.replacing("\u{0}", with: ""), "--description",
                            "\(text.replacing("\u{0}", with: ""))\nb", "--place", "p<i>", "--address", "Seoul",
                        ])
                }
                try await BrowserTests.open("/", program) { browser, served in
                    try await Self.expectHarmless(browser)
                    #expect(
                        try await Set(browser.texts(".title")).isSuperset(of: [
                            Self.texts[0], Self.texts[1], Self.texts[2],
                        ]))
                    let artists = try await browser.run(
                        "return [...document.querySelectorAll('.artist a')].map(a => a.href)")
                    #expect(artists.list.count == Self.texts.count - 1, "one name is too long for an address")
                    for address in artists.list.compactMap(\.text) {
                        try await browser.open(address)
                        #expect(try await browser.texts("h1").count == 1)
                        #expect(try await browser.texts(".not-shown") == [], "\(address)")
                        try await Self.expectHarmless(browser)
                    }
                    for path in [
                        "/playlists", "/to-dos", "/to-dos/1", "/to-dos/2", "/downloads",
                        "/?text=%22%3E%3Cimg%20src=x%20onerror=harm=1%3E",
                    ] {
                        try await browser.open(served.address + path)
                        try await Self.expectHarmless(browser)
                    }
                    for id in try await served.get("/api/music").column("id") {
                        try await browser.open(served.address + "/music/" + id)
                        try await Self.expectHarmless(browser)
                    }
                }
            }
        }

        private static func expectHarmless(_ browser: Browser) async throws {
            let harm = try await browser.run(
                """
                const text = document.documentElement.outerHTML;
                const rows = [...document.querySelectorAll('.cell')];
                const live = '[onerror], [onmouseover], [onload], [href^="javascript:"]';
                return [window.harm ?? 'none', document.querySelector(live) === null,
                    /[\\u0000-\\u0008\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]/.test(text),
                    rows.every((row) => row.getBoundingClientRect().height === 60),
                    document.documentElement.scrollWidth <= innerWidth];
                """)
            #expect(harm == ["none", true, false, true, true])
        }

        private static func json(_ fields: KeyValuePairs<String, String>) -> String {
            let pairs = fields.map { key, value in
                let escaped = value.unicodeScalars.map { scalar in
                    scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
                        ? "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst() : String(scalar)
                }
                return "\"\(key)\":\"\(escaped.joined())\""
            }
            return "{\"duration\":100," + pairs.joined(separator: ",") + "}"
        }
    }
}
