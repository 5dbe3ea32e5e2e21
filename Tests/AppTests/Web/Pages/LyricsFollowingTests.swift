import Foundation
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I read along in the browser")
    struct LyricsFollowingTests {
        @Test("Given the FLO song, then each of its 49 lines is marked when it begins")
        func followsEachLine() async throws {
            let lines = try Self.floLines()
            #expect(lines.count == 49)
            let lyrics = lines.map(\.code).joined(separator: "\n")
            try await PlayerPage.open(seconds: 200, lyrics: lyrics) { browser, _ in
                try await openLyrics(browser)
                try await PlayerPage.waitForButton("Pause", browser)
                try await PlayerPage.press(" ", browser)
                try await PlayerPage.waitForButton("Play", browser)
                try await PlayerPage.seek(to: lines[0].seconds - 0.05, browser)
                try await browser.wait(for: Self.marked, toEqual: [])
                for (index, line) in lines.enumerated() {
                    try await PlayerPage.seek(to: line.seconds + 0.002, browser)
                    try await browser.wait(for: Self.isMarked, [.number(Double(index))])
                }
                let isVisible = "document.querySelector('\(Self.marked)').getBoundingClientRect().bottom < innerHeight"
                try await browser.wait(until: isVisible, is: true)
            }
        }

        @Test("Given lyrics, when the next line begins, then it is marked without a seek")
        func marksNextLine() async throws {
            try await PlayerPage.open(seconds: 200, lyrics: "[00:05]Five\n[02:00]Later\n") { browser, _ in
                try await openLyrics(browser)
                try await PlayerPage.seek(to: 4.5, browser)
                try await browser.wait(for: Self.marked, toEqual: ["Five"])
            }
        }

        @Test("Given the switch is on, when I choose a line, then the song continues from there")
        func jumpsToLine() async throws {
            try await PlayerPage.open { browser, _ in
                try await openLyrics(browser)
                #expect(try await browser.run("return document.querySelectorAll('.lyrics button').length").number == 0)
                try await browser.click("#player-jumping")
                try await browser.click(".lyrics li:nth-child(3) button")
                try await browser.wait(for: Self.marked, toEqual: ["Twenty"])
                try await browser.wait(for: "return Number(document.querySelector('#player-position').value) >= 20")
                try await browser.click("#player-jumping")
                try await browser.wait(for: ".lyrics button", toEqual: [])
            }
        }

        @Test("Given a pause, when the library changes, then the line stays marked")
        func staysMarkedAfterChange() async throws {
            try await PlayerPage.open { browser, served in
                try await openLyrics(browser)
                try await PlayerPage.waitForButton("Pause", browser)
                try await PlayerPage.press(" ", browser)
                try await PlayerPage.waitForButton("Play", browser)
                try await PlayerPage.seek(to: 12, browser)
                try await browser.wait(for: Self.marked, toEqual: ["Ten"])
                try await browser.click("#player-jumping")
                // A redraw removes attributes that the server did not send.
                try await browser.run("document.querySelector('.lyrics li').dataset.isOld = ''")
                let id = try await browser.run("return document.querySelector('.lyrics-screen').dataset.key").text
                try await served.program.run("bookmark \(try #require(id))")
                try await browser.wait(for: "return !document.querySelector('.lyrics [data-is-old]')")
                try await browser.wait(for: Self.marked, toEqual: ["Ten"])
                try await browser.click(".lyrics li:nth-child(3) button")
                try await browser.wait(for: Self.marked, toEqual: ["Twenty"])
            }
        }

        private static let marked = ".lyrics [aria-current=true]"
        private static let isMarked = """
            const lines = [...document.querySelectorAll('.lyrics [data-time]')];
            const marked = lines.filter((line) => line.ariaCurrent === 'true');
            return marked.length === 1 && lines.indexOf(marked[0]) === arguments[0];
            """

        /// Plays the first song and opens its lyrics with a key.
        private func openLyrics(_ browser: Browser) async throws {
            try await browser.click(".play-all")
            try await PlayerPage.waitForTitle("First", browser)
            try await PlayerPage.press("l", browser)
            try await browser.wait(for: "return document.querySelectorAll('.lyrics [data-time]').length > 0")
        }

        /// The lines of the FLO document with their times.
        private static func floLines() throws -> [(code: String, seconds: Double)] {
            let file = SourceTree.root.appending(path: "App/Demo/CDemoCatalogue/flo.json")
            let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: any Sendable]
            let lyrics = try #require(document?["lyrics"] as? String)
            return try lyrics.split(separator: "\n").map { line in
                let code = try #require(line.firstMatch(of: /^\[(\d+):(\d+):(\d+)\]/))
                let (minutes, seconds, milliseconds) = (Double(code.1) ?? 0, Double(code.2) ?? 0, Double(code.3) ?? 0)
                return (String(line), minutes * 60 + seconds + milliseconds / 1_000)
            }
        }
    }
}
