import Foundation
import Testing
import WebDriver

/// Opens a page of playable songs and operates its player.
enum PlayerPage {
    /// Opens a list of silent songs, by default of three, the first with lyrics.
    ///
    /// `path` is that of the site below which they are served. The folders above the files name artist and album.
    static func open(
        below path: String = "", in folders: String = "", _ titles: [String] = ["First", "Second", "Third"],
        seconds: Int = 30,
        lyrics: String = "[00:05.00]Five\n[00:10:500]Ten\n[00:20]Twenty\n",
        _ body: (Browser, ServerProcess) async throws -> Void
    ) async throws {
        var program = try Program()
        program.environment["FERMATA_SERVE_PATH"] = path
        let root = program.home.appending(path: "Music")
        let folder = root.appending(path: folders)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, title) in titles.enumerated() {
            try wave(seconds: seconds).write(to: folder.appending(path: "0\(index + 1) - \(title).wav"))
        }
        try Data(lyrics.utf8).write(to: folder.appending(path: "01 - First.lrc"))
        try await program.run(words: ["source", "add", "folder", root.path])
        try await program.run("sync")
        try await BrowserTests.open(path + "/", program) { try await body($0, $1) }
    }

    /// Plays the list from its first song.
    static func playAll(_ browser: Browser) async throws {
        try await browser.click(".play-all")
        try await waitForTitle("First", browser)
        try await waitForProgress(browser)
    }

    /// Plays the row at an index.
    static func play(_ index: Int, in browser: Browser) async throws {
        try await browser.click(".cell[data-index='\(index)'] .play")
    }

    static func waitForTitle(_ title: String, _ browser: Browser) async throws {
        try await browser.wait(for: "#player-title", toEqual: [title])
        try await browser.wait(for: "return Number(document.querySelector('#player-position').max) > 0")
    }

    /// Waits until the play/pause button has this label.
    static func waitForButton(_ name: String, _ browser: Browser) async throws {
        try await browser.wait(
            until: "document.querySelector('[data-player=toggle]').getAttribute('aria-label')", is: .text(name))
    }

    /// Waits until the position increases.
    static func waitForProgress(_ browser: Browser) async throws {
        let position = "Number(document.querySelector('#player-position').value)"
        let before = try await browser.run("return \(position)")
        try await browser.wait(for: "return \(position) > arguments[0]", [before])
    }

    /// Sets the slider, and sends the events of a drag.
    static func seek(to seconds: Double, _ browser: Browser) async throws {
        try await browser.run(
            """
            const slider = document.querySelector('#player-position');
            slider.value = arguments[0];
            for (const name of ['input', 'change']) slider.dispatchEvent(new Event(name, { bubbles: true }));
            """, [.number(seconds)])
    }

    /// Waits until the library has the queue of the page.
    static func waitForStoredQueue(_ browser: Browser) async throws {
        let isStored = "fetch('/api/player').then((response) => response.json()).then(({ count }) => count === 3)"
        try await browser.wait(for: "return " + isStored)
    }

    /// A script that chooses, in the element of its first argument, the value of its second one.
    static let choose = """
        const choice = document.querySelector(arguments[0]);
        choice.value = arguments[1];
        choice.dispatchEvent(new Event('change', { bubbles: true }));
        """

    static func press(_ key: String, _ browser: Browser) async throws {
        try await browser.run(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], bubbles: true }))",
            [.text(key)])
    }

    /// A silent RIFF WAVE file of format 1 (PCM): mono, 8,000 Hz, 16 bits.
    private static func wave(seconds: Int) -> Data {
        func number(_ value: Int, _ bytes: Int) -> Data {
            Data((0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
        }
        let size = seconds * 16_000
        let format = [(1, 2), (1, 2), (8_000, 4), (16_000, 4), (2, 2), (16, 2)].map { number($0, $1) }.reduce(Data(), +)
        return Data("RIFF".utf8) + number(36 + size, 4) + Data("WAVEfmt ".utf8) + number(16, 4) + format
            + Data("data".utf8) + number(size, 4) + Data(count: size)
    }
}
