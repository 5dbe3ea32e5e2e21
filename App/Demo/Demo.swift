import ArgumentParser
import FermataPresentation
import Foundation

/// A tour of the program on a throw-away library.
///
/// Each step is the very command that a person would type.
struct Demo {
    private let folder: URL
    private var library: String { folder.appending(path: "library.sqlite").path }

    init() {
        folder = FileManager.default.temporaryDirectory.appending(path: "fermata-demo-\(UUID().uuidString)")
    }

    func run() async throws {
        let interruption = DemoInterruption(cleanUp)
        defer {
            interruption.cancel()
            cleanUp()
        }
        do {
            try await tour()
        } catch {
            // What fails since the folder is gone is nothing to tell: the program is about to end.
            if interruption.hasCome { try await Task.sleep(for: .seconds(60)) }
            throw error
        }
    }

    private func tour() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.say("A tour of Fermata, on a throw-away library. Nothing of yours is touched; no internet is needed.")
        try await DemoCatalogue.serve { address in
            try Self.say(
                "1. A catalogue of 1,100 songs is served at \(address) for the time being. It becomes a source:")
            let playlists = "--playlists \(DemoCatalogue.playlistsPath)"
            try await type("source add http \(address)\(DemoCatalogue.songsPath) --name songs \(playlists)")
            try await type("source add http \(address)\(DemoCatalogue.floPath) --name flo")
            try Self.say("2. Its music is read into the library:")
            try await type("sync")
            try Self.say("3. The playlist screen, most popular first:")
            try await type("list --sort popular --limit 12")
            try Self.say("4. Any part of a title, artist or album finds music, in any script:")
            try await type("list 챔버오케")
            try await type("list bowie --sort newest")
            try Self.say("5. What you like, you hold on to:")
            try await type("bookmark \(try await firstID("wish you a merry christmas"))")
            try Self.say("6. An artist’s page puts together what the library knows:")
            try await type("artist ed sheeran --sort popular --limit 5")
            try Self.say("7. What to hear next goes on the list; the town of its address is found without a network:")
            try await planGig()
            try Self.say("8. A song is downloaded, a tune made for this demo. In the middle it is interrupted:")
            let song = try await firstID("perfect sheeran")
            try await interrupt(after: .milliseconds(1_200)) { try await type("download \(song) --limit-rate 200k") }
            try await type("downloads")
            try Self.say("9. The next run goes on where that one ended:")
            try await type("download")
            try await type("downloads --check")
            try Self.say("10. Now the server is stopped.")
        }
        try Self.say("11. The bookmarks are shown from disk, and say how old they are:")
        try await type("list --bookmarked --refresh")
        try Self.say("That was all. Your own library begins with: fermata source add http URL")
    }

    /// Tries again where a file came to the folder meanwhile.
    ///
    /// A throw-away folder may stay where it cannot go.
    private func cleanUp() {
        for _ in 1...20 where FileManager.default.fileExists(atPath: folder.path) {
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// The next eve of Christmas at a hall in Seoul.
    private func planGig() async throws {
        let today = TimestampText(Date())?.text ?? ""
        let year = (Int(today.prefix(4)) ?? 2_026) + (today.dropFirst(5) > "12-25" ? 1 : 0)
        try await type(
            words: ["todo", "add", "Carols", "--artist", "챔버오케스트라", "--due", "\(year)-12-24 19:30"]
                + ["--place", "Lotte Concert Hall", "--address", "300 Olympic-ro, Songpa-gu, Seoul"])
        try await type("todo show 1")
        try await type("todo check 1")
        try await type("todo")
    }

    private func type(_ line: String) async throws {
        try await type(words: line.split(separator: " ").map(String.init))
    }

    private func type(words: [String]) async throws {
        let line = words.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
        try StandardOutput.print("\n$ fermata \(line)\n")
        try await FermataCommand.run(words + ["--library", library])
    }

    /// Stops what runs after a while, as Ctrl-C does.
    private func interrupt(
        after pause: Duration, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let running = Task { try await body() }
        try await Task.sleep(for: pause)
        running.cancel()
        do {
            try await running.value
        } catch is CancellationError {
            try Self.say("(stopped by Ctrl-C)")
        }
    }

    private func firstID(_ words: String) async throws -> String {
        try await Composition.run(try await Settings(arguments: GlobalOptions.parse(["--library", library]))) { app in
            try await app.stored.first(words)?.shortID ?? words
        }
    }

    private static func say(_ text: String) throws { try StandardOutput.print("\n\(text)\n") }
}
