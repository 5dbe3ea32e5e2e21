import Foundation
import TestServer
import Testing
import WebDriver

extension BrowserTests {
    @Suite("Story: I see what happens elsewhere")
    struct LiveUpdateTests {
        @Test("Given a page, when a sync adds music, then the list and the count show it")
        func showsSyncedMusic() async throws {
            try await open("/") { browser, served, server in
                let more = #"{"id":"9","singer":"Zed","title":"Zebra","duration":100}"#
                server.answer(
                    "/songs.ndjson", .json((BandCatalogue.songs + [more]).joined(separator: "\n"), etag: "\"3\""))
                try await BrowserTests.waitForEvents(browser)
                try await browser.click("footer button")
                try await browser.wait(for: "#count", toContain: "9 songs")
                try await browser.wait(for: "#list", toContain: "Zebra")
                try await browser.wait(for: "#freshness", toContain: "radio: refreshed, 1 added")
            }
        }

        @Test("Given a download, then its row shows the progress and the end")
        func showsDownloadProgress() async throws {
            try await BandCatalogue.withSyncedLibrary { program, server in
                var audio = ServedAudio(Data(repeating: 7, count: 400_000))
                let (third, rest) = (Gate(), Gate())
                audio.gates = [100_000: third, 200_000: rest]
                server.answer("/audio/1.mp3", .audio(audio))
                try await BrowserTests.open("/", program) { browser, served in
                    let row = "[data-key='\(try await served.id("perfect"))']"
                    try await BrowserTests.waitForEvents(browser)
                    try await browser.click(row + " .more")
                    try await browser.click(row + " .menu li:nth-child(2) button")
                    try await browser.wait(for: row + " .download", toContain: "%")
                    try await browser.open(served.address + "/downloads")
                    try await BrowserTests.waitForEvents(browser)
                    let former = try await browser.wait(for: "return document.querySelector('progress').value || null")
                    third.open()
                    try await browser.wait(
                        for: "return document.querySelector('progress').value > arguments[0]", [former])
                    rest.open()
                    try await browser.wait(for: row, toContain: "downloaded")
                    try await browser.open(served.address + "/")
                    #expect(try await browser.attribute("aria-label", of: row + " .downloaded") == "downloaded")
                }
            }
        }

        @Test("Given missing audio, when I download it, then row and page say why")
        func showsFailedDownload() async throws {
            try await open("/") { browser, served, server in
                server.answer("/audio/1.mp3", .status(404))
                let id = try await served.id("perfect")
                let row = "[data-key='\(id)']"
                try await browser.click(row + " .more")
                try await browser.click(row + " .menu [data-part=download]")
                try await browser.wait(for: row + " .download.problem", toContain: "failed")
                try await served.program.run("bookmark \(id)")
                try await BrowserTests.waitForStar(browser, row)
                try await browser.wait(for: row + " .download", toContain: "404")
                try await browser.open(served.address + "/music/\(id)")
                try await browser.wait(for: ".buttons .download", toContain: "404")
                #expect(try await served.get("/music/\(id)/row?kind=track").text.contains("404"))
            }
        }

        @Test("Given a song's page, when I download it, then the focus stays")
        func preservesFocusDuringDownload() async throws {
            try await open("/") { browser, served, server in
                server.answer("/audio/1.mp3", .audio(Data(repeating: 7, count: 10_000)))
                try await browser.open(served.address + "/music/\(try await served.id("perfect"))")
                try await browser.wait(for: "return document.documentElement.classList.contains('scripted')")
                try await browser.click(".buttons [data-part=download]")
                try await browser.wait(for: ".buttons", toContain: "Remove download")
                try await browser.wait(until: "document.activeElement.dataset.part", is: "download")
            }
        }

        @Test("Given an open page, when the library changes, then its age is updated")
        func updatesFreshness() async throws {
            try await open("/") { browser, served, _ in
                try await browser.run("document.querySelector('#freshness').textContent = 'Updated a year ago'")
                try await served.program.run("bookmark \(try await served.id("perfect"))")
                try await browser.wait(
                    for:
                        "return /^Updated (just now|\\d+ \\w+ ago)/.test(document.querySelector('#freshness').textContent)"
                )
                let text = try await served.get("/freshness")
                #expect(text["Content-Type"] == "text/plain; charset=utf-8" && text.text.hasPrefix("Updated "))
            }
        }

        @Test("Given a sync that ends while a page is hidden, then the page shows the age")
        func forgetsSyncOfHiddenPage() async throws {
            try await open("/") { browser, _, _ in
                try await BrowserTests.waitForEvents(browser)
                try await browser.run(
                    """
                    const data = JSON.stringify({ text: 'radio: 5 records', isRunning: true });
                    window.stream.dispatchEvent(new MessageEvent('sync', { data }));
                    """)
                #expect(try await browser.texts("#freshness") == ["radio: 5 records"])
                try await browser.run(
                    """
                    for (const value of [true, false]) {
                        Object.defineProperty(document, 'hidden', { value, configurable: true });
                        document.dispatchEvent(new Event('visibilitychange'));
                    }
                    """)
                try await browser.wait(
                    for: "return document.querySelector('#freshness').textContent.startsWith('Updated ')")
            }
        }

        @Test("Given a hidden page, then it is not subscribed to events")
        func disconnectsHiddenPages() async throws {
            try await open("/") { browser, _, _ in
                try await browser.run(
                    """
                    const Real = EventSource, streams = (window.streams = []);
                    window.EventSource = class extends Real {
                        constructor(address) { super(address); streams.push(this); }
                    };
                    window.show = (isShown) => {
                        Object.defineProperty(document, 'hidden', { value: !isShown, configurable: true });
                        document.dispatchEvent(new Event('visibilitychange'));
                    };
                    window.show(true);
                    streams[0].close();
                    streams[0].dispatchEvent(new Event('error'));
                    window.show(false);
                    """)
                let pause = "return new Promise((resolve) => setTimeout(() => resolve(window.streams.length), 2500))"
                #expect(try await browser.run(pause) == 1, "a page out of sight does not try again")
                try await browser.run("window.show(true); window.show(false); window.show(true); window.show(true)")
                let open = "return window.streams.filter((stream) => stream.readyState !== EventSource.CLOSED).length"
                #expect(try await browser.run(open) == 1)
            }
        }

        @Test("Given the largest number of subscribers, then another page says why")
        func reportsTooManySubscribers() async throws {
            try await ServerProcess.withBandLibrary { served in
                let browser = try #require(BrowserTrait.current)
                var listeners: [RawConnection] = []
                for _ in 1...64 {
                    let listener = try await served.subscribe()
                    try await listener.wait(for: "200 OK")
                    listeners.append(listener)
                }
                try await browser.open(served.address + "/to-dos")
                try await browser.wait(for: "#message", toContain: "already has 64 subscribers")
                for listener in listeners { await listener.close() }
                try await browser.open("about:blank")
                #expect(try await browser.waitForConsoleMessage(containing: "503").allSatisfy { $0.contains("503") })
            }
        }

        @Test("Given a killed server, then the page says so, and continues when it is back")
        func reconnectsAfterKill() async throws {
            try await BandCatalogue.withSyncedLibrary { program, _ in
                let first = try await ServerProcess(program)
                try await BrowserTests.withTab { browser in
                    try await browser.open(first.address + "/")
                    try await browser.run(BrowserTests.keepMessages)
                    _ = await first.stop(with: SIGKILL)
                    let reservation = try #require(FileHandle.reservation(ofPort: first.port))
                    try await browser.wait(for: "#message", toContain: "The server does not respond")
                    try await browser.click(".star")
                    try await browser.wait(for: "#message", toContain: "Start it with: fermata serve")
                    let id = try #require(try await program.column("id", "list perfect").first)
                    try await program.run("bookmark \(id)")
                    try reservation.close()
                    try await ServerProcess.run(program, ["--port", String(first.port)]) { _ in
                        try await browser.wait(for: "#message", toContain: "The server responds again.")
                        try await BrowserTests.waitForStar(browser, "[data-key='\(id)']")
                    }
                }
            }
        }
    }
}
