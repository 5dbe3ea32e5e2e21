import FermataData
import FermataDomain
import Foundation
import Testing
import WebDriver

extension BrowserTests {
    @Suite(
        "Story: everyone can use the pages",
        .enabled(if: Axe.script != nil, "axe-core has to be installed, which Tests/run does"))
    struct AccessibilityTests {
        @Test("Given any page, in light and in dark, then axe-core finds no violation")
        func passesAxe() async throws {
            let script = try #require(Axe.script)
            try await BandCatalogue.withSyncedLibrary { program, _ in
                let id = try #require(try await program.column("id", "list perfect").first)
                let list = try #require(try await program.column("id", "playlists pop").first)
                let album = try #require(try await program.column("id", "albums no6").first)
                try await program.run("playlist new Mine perfect")
                let own = try #require(try await program.column("id", "playlists mine").first)
                try await program.run("bookmark \(id)")
                try await program.run("download \(id)")
                try await program.run(words: ["todo", "add", "Carols", "--address", "Seoul", "--artist", "Eminem"])
                try await program.run(words: ["todo", "add", "Hear Low"])
                try await program.run("todo check 2")
                let library = try SQLiteLibrary(path: program.library)
                try await SQLiteHistoryRepository(library: library)
                    .add(Play(try #require(MusicIDPrefix(id)).range.lowerBound, started: Date()))
                let paths = [
                    "/", "/home", "/queue", "/?text=zzz", "/?limit=2", "/bookmarks", "/artists/Ed%20Sheeran", "/albums",
                    "/albums/\(album)",
                    "/genres", "/playlists",
                    "/playlists/\(list)", "/playlists/\(own)", "/music/\(id)", "/history", "/downloads", "/to-dos",
                    "/to-dos/1", "/nowhere",
                ]
                try await ServerProcess.run(program, []) { served in
                    for path in paths { try await expectNoViolation(of: script, at: path, on: served) }
                }
            }
        }

        private func expectNoViolation(of script: String, at path: String, on served: ServerProcess) async throws {
            try await BrowserTests.open(path, on: served) { browser in
                for colours in ["light", "dark"] {
                    try await browser.prefer(colours: colours)
                    let found = try await browser.run(script + Axe.run)
                    #expect(found["violations"] == [], "\(path) in \(colours)")
                    #expect(found["passes"].number ?? 0 > 20, "\(path) in \(colours)")
                }
                try await browser.prefer(colours: "light")
                if path == "/nowhere" { _ = try await browser.waitForConsoleMessage(containing: "404") }
            }
        }

        @Test("Given a focused row, when I press page keys, then the focus moves by rows")
        func movesBetweenRows() async throws {
            try await open("/") { browser, _, _ in
                let row = "document.activeElement.closest('.cell')?.dataset.index"
                try await browser.run("document.querySelector('.cell .more').focus()")
                try await browser.press(.pageDown, .pageDown)
                try await browser.wait(until: row, is: "2")
                try await browser.wait(until: "document.activeElement.getAttribute('aria-posinset')", is: "3")
                try await browser.press(.pageUp)
                try await browser.wait(until: row, is: "1")
                try await browser.run(
                    """
                    document.activeElement.dispatchEvent(
                        new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true }));
                    """)
                try await browser.wait(until: "document.activeElement.textContent", is: "Refresh")
            }
        }

        @Test("Given only a keyboard, then the first key skips the navigation")
        func skipsNavigation() async throws {
            try await open("/") { browser, _, _ in
                try await browser.press(.tab)
                try await browser.wait(until: "document.activeElement.textContent", is: "Skip to the content")
                try await browser.press(.enter)
                try await browser.wait(until: "document.activeElement.id", is: "main")
                try await browser.press(.tab)
                try await browser.wait(until: "document.activeElement.closest('.play-all') !== null", is: true)
                try await browser.wait(until: "getComputedStyle(document.activeElement).outlineStyle", is: "solid")
            }
        }
    }
}

/// axe-core, from the PyPI package axe-core-python.
enum Axe {
    static let script: String? = {
        let library = SourceTree.root.appending(path: ".build/python/lib")
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
        return folders.lazy.compactMap { folder in
            let file = library.appending(path: "\(folder)/site-packages/axe_core_python/axe.min.js")
            return try? String(contentsOf: file, encoding: .utf8)
        }.first
    }()

    /// A script that returns the violations and the number of passed rules.
    static let run = """

        return axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
            .then(({ violations, passes }) => ({
                passes: passes.length,
                violations: violations.flatMap(({ id, nodes }) =>
                    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`)) }));
        """
}
