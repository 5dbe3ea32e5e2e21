import Foundation
import TestServer
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I see what happens elsewhere")
    struct LiveTests {
        @Test("Given a page, when another program bookmarks a song, then its row shows it")
        func otherProgram() async throws {
            try await open("/") { browser, served, _ in
                let id = try await served.id("perfect")
                try await served.program.run("bookmark \(id)")
                try await browser.wait(
                    for: "return document.querySelector(arguments[0]).getAttribute('aria-pressed') === 'true'",
                    [.text("[data-key='\(id)'] .star")])
            }
        }

        @Test("Given a page, when music comes to the library, then it is on the list, and the count says so")
        func sync() async throws {
            try await open("/") { browser, served, server in
                let more = #"{"id":"9","singer":"Zed","title":"Zebra","duration":100}"#
                server.answer(
                    "/songs.ndjson", .json((BandCatalogue.songs + [more]).joined(separator: "\n"), etag: "\"3\""))
                try await browser.click("footer button")
                try await browser.wait(for: "#count", toSay: "9 songs")
                try await browser.wait(for: "#list", toSay: "Zebra")
                try await browser.wait(for: "#freshness", toSay: "radio: refreshed, 1 added")
            }
        }

        @Test("Given a download, when it moves, then its row says how far it is, and is marked in the end")
        func download() async throws {
            try await BandCatalogue.gathered { program, server in
                server.answer("/audio/1.mp3", .audio(Data(repeating: 7, count: 400_000)))
                var slow = program
                slow.environment["FERMATA_DOWNLOADS_LIMIT_RATE"] = "150k"
                try await BrowserTests.open("/", slow) { browser, served in
                    let row = "[data-key='\(try await served.id("perfect"))']"
                    try await browser.click(row + " .more")
                    try await browser.click(row + " .menu li:nth-child(2) button")
                    try await browser.wait(for: row + " .download", toSay: "%")
                    try await browser.open(served.address + "/downloads")
                    try await browser.wait(for: "return document.querySelector('progress')?.value > 0")
                    let former = try await browser.run("return document.querySelector('progress').value").number ?? 1
                    try await browser.wait(
                        for: "const bar = document.querySelector('progress'); return !bar || bar.value > \(former)")
                    try await browser.wait(for: row, toSay: "downloaded")
                    try await browser.open(served.address + "/")
                    #expect(try await browser.attribute("aria-label", of: row + " .kept") == "downloaded")
                }
            }
        }

        @Test("Given a server that is killed, then the page says so, and when it is back, the page goes on")
        func killed() async throws {
            try await BandCatalogue.gathered { program, _ in
                let browser = try #require(BrowserTrait.current)
                let first = try await Served(program)
                try await browser.open(first.address + "/")
                _ = await first.stop(with: SIGKILL)
                try await browser.wait(for: "#message", toSay: "Fermata does not answer")
                try await browser.click(".star")
                try await browser.wait(for: "#message", toSay: "Is it still running?")
                let id = try #require(try await program.column("id", "list perfect").first)
                try await program.run("bookmark \(id)")
                try await Served.run(program, ["--port", String(first.port)]) { _ in
                    try await browser.wait(for: "#message", toSay: "Fermata is back.")
                    try await browser.wait(
                        for: "return document.querySelector(arguments[0]).getAttribute('aria-pressed') === 'true'",
                        [.text("[data-key='\(id)'] .star")])
                }
                try await browser.open("about:blank")
                _ = try await browser.log()
            }
        }
    }
}
