import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

/// A tour of the program on a temporary library: each step runs a command as a person types it.
struct Demo {
    /// Finds the short id of the first song that contains words, in the library at a path.
    typealias FirstID = @Sendable (_ words: String, _ library: String) async throws -> String?
    /// Plays a song of the library at a path up to a position in it, and shows the line that is sung.
    ///
    /// Returns whether the position was reached.
    typealias Play = @Sendable (_ song: String, _ library: String, _ position: Duration) async throws -> Bool
    let console: Console
    let clock: ProgramClock
    /// Does not exist yet. The demo removes it at the end.
    let folder: URL
    let runCommand: @Sendable ([String]) async throws -> Void
    let play: Play
    let findFirstID: FirstID
    private var library: String { folder.appending(path: "library.sqlite").path }

    func run() async throws {
        // The tour starts once signals are handled. A signal before would end the program without removing its folder.
        let (signalsHandled, continuation) = AsyncStream.makeStream(of: Void.self)
        let tour = Task {
            for await _ in signalsHandled {}
            try Task.checkCancellation()
            try await self.tour()
        }
        let interruption = DemoInterruption(
            ready: { continuation.finish() }, cancel: tour.cancel, cleanUp: cleanUp)
        let result = await withTaskCancellationHandler {
            await tour.result
        } onCancel: {
            tour.cancel()
        }
        cleanUp()
        interruption.finish()
        try result.get()
    }

    private func tour() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try say("A tour of Fermata on a temporary library. It changes none of your files and needs no internet.")
        try await DemoCatalogue.serve { address in
            try say(
                "1. A catalogue of 1,101 songs is served at \(address) during the demo. Add it as a source:")
            let playlists = "--playlists \(DemoCatalogue.playlistsPath)"
            try await type("source add http \(address)\(DemoCatalogue.songsPath) --name songs \(playlists)")
            try await type("source add http \(address)\(DemoCatalogue.floPath) --name flo")
            try say("2. Read its songs into the library:")
            try await type("sync")
            try say("3. List the songs, most popular first:")
            try await type("list --sort popular --limit 12")
            try say("4. Find songs by any part of a title, artist or album, in any script:")
            try await type("list 챔버오케")
            try await type("list bowie --sort newest")
            try say("5. Bookmark a song:")
            try await type("bookmark \(try await firstID("wish you a merry christmas"))")
            try say("6. An artist’s page shows albums, songs, playlists and related artists:")
            try await type("artist ed sheeran --sort popular --limit 5")
            try say("7. Plan what to hear next; the town of an address is found without a network:")
            try await planGig()
            try say("8. Download a song, a tune made for this demo, and interrupt it:")
            let song = try await firstID("small tune for a tour")
            try await interrupt(after: .milliseconds(1_200)) { try await type("download \(song) --limit-rate 50k") }
            try await type("downloads")
            try say("9. Resume the download:")
            try await type("download")
            try await type("downloads --check")
            try say(
                "10. Play the song with mpv. The demo presses l, which shows the line that is sung, and q, which quits:"
            )
            try await playOrRead(song)
            try say("11. The server stops.")
        }
        try say("12. Without the server, the bookmarks are listed from disk, with their age:")
        try await type("list --bookmarked --refresh")
        try say("This is the end of the tour. Start your own library with: fermata source add folder ~/Music")
    }

    /// Removes the folder; tries again if a command adds a file meanwhile.
    @Sendable
    private func cleanUp() {
        for _ in 1...20 where FileManager.default.fileExists(atPath: folder.path) {
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// Adds a concert on the next Christmas Eve in Seoul, and checks it off.
    private func planGig() async throws {
        let today = TimestampText(clock.now())?.text ?? ""
        let year = (Int(today.prefix(4)) ?? 2_026) + (today.dropFirst(5) > "12-25" ? 1 : 0)
        try await type(
            words: ["todo", "add", "Carols", "--artist", "챔버오케스트라", "--due", "\(year)-12-24 19:30"]
                + ["--place", "Lotte Concert Hall", "--address", "300 Olympic-ro, Songpa-gu, Seoul"])
        try await type("todo show 1")
        try await type("todo check 1")
        try await type("todo")
    }

    /// Plays a song for some seconds, in which its lyrics move. If mpv cannot play it, shows its lyrics at two times.
    private func playOrRead(_ song: String) async throws {
        try show(["play", song])
        do {
            let length = console.showsProgress ? Duration.seconds(6) : .milliseconds(2_500)
            if try await play(song, library, length) { return try say("(stopped by q)") }
            try say("The song did not begin to play.")
        } catch let error as PlayerError {
            console.note(error.problem(for: .user).text)
        }
        try say("Read its lyrics instead, with the line that is sung after one second, and after three:")
        try await type("lyrics \(song) --at 0:01")
        try await type("lyrics \(song) --at 0:03")
    }

    private func type(_ line: String) async throws {
        try await type(words: line.split(separator: " ").map(String.init))
    }

    private func type(words: [String]) async throws {
        try show(words)
        try await runCommand(words + ["--library", library])
    }

    /// Prints a command as a person types it; throws `CancellationError` after an interruption.
    private func show(_ words: [String]) throws {
        try Task.checkCancellation()
        let line = words.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
        try console.print("\n$ fermata \(line)\n")
    }

    /// Cancels the body a pause after its download has started, as Ctrl-C does.
    private func interrupt(
        after pause: Duration, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await body() }
                group.addTask {
                    // The end of the body, or an interruption of the demo, ends the pause.
                    try? await waitForDownload()
                    try? await clock.sleep.sleep(for: pause)
                }
                try await group.next()
                group.cancelAll()
                try await group.waitForAll()
            }
        } catch is CancellationError {
            try say("(stopped by Ctrl-C)")
        }
    }

    /// Returns once the folder of downloads has a file, or after 30 seconds.
    private func waitForDownload() async throws {
        for _ in 1...600 {
            let files = try? FileManager.default.contentsOfDirectory(atPath: library + ".downloads")
            if files?.isEmpty == false { return }
            try await clock.sleep.sleep(for: .milliseconds(50))
        }
    }

    private func firstID(_ words: String) async throws -> String {
        try await findFirstID(words, library) ?? words
    }

    private func say(_ text: String) throws { try console.print("\n\(console.wrapped(text))\n") }
}

/// Ends the program after Ctrl-C, a closed terminal or the signal of another program, once the tour has ended.
struct DemoInterruption {
    /// How long the program waits for the tour to end.
    private static let timeout = DispatchTimeInterval.seconds(3)
    private let sources: [any DispatchSourceSignal]
    private let first = FirstSignal()

    /// Calls `ready` once it handles signals. `cancel` ends the tour; `cleanUp` removes its files if the tour does not
    /// end soon, or after a second signal.
    init(
        ready: @escaping @Sendable () -> Void, cancel: @escaping @Sendable () -> Void,
        cleanUp: @escaping @Sendable () -> Void
    ) {
        let registrations = DispatchGroup()
        sources = [SIGINT, SIGTERM, SIGHUP].map { [first] number in
            let source = DispatchSource.makeSignalSource(signal: number)
            let end: @Sendable () -> Void = {
                cleanUp()
                FatalSignal.end(with: number)
            }
            source.setEventHandler {
                guard first.number.exchange(number, ordering: .sequentiallyConsistent) == 0 else { return end() }
                cancel()
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.timeout, execute: end)
            }
            registrations.enter()
            source.setRegistrationHandler {
                #if canImport(Darwin)
                    // There, a source does not replace the default action; on Linux, it does.
                    signal(number, SIG_IGN)
                #endif
                registrations.leave()
            }
            source.resume()
            return source
        }
        registrations.notify(queue: .global(), execute: ready)
    }

    /// Ends the program if a signal has arrived.
    func finish() {
        for source in sources { source.cancel() }
        let number = first.number.load(ordering: .sequentiallyConsistent)
        if number != 0 { FatalSignal.end(with: number) }
    }

    /// The first signal that has arrived; 0 before.
    private final class FirstSignal: Sendable {
        let number = Atomic<Int32>(0)
    }
}

/// Presses keys while the demo plays a song: first `l`, which shows the lyrics, and finally `q`.
struct DemoListener {
    /// How long to wait for the position, in addition to the time until it. Includes the start of mpv.
    private static let patience = Duration.seconds(30)
    let clock: any Clock<Duration>

    /// Runs the body with the keys, of which `q` is pressed at a position of the song, or after a time-out.
    ///
    /// Returns whether the position was reached.
    func whileListening(
        to session: PlayMusicUsecase, upTo position: Duration, _ body: (AsyncStream<TUIKey>) async throws -> Void
    ) async throws -> Bool {
        let (keys, press) = AsyncStream.makeStream(of: TUIKey.self)
        press.yield("l")
        let statuses = session.statuses()
        let arrival = Task {
            let isThere = await statuses.contains { $0.elapsed >= position }
            press.yield("q")
            return isThere
        }
        let timeout = Task { [clock] in
            try await clock.sleep(for: position + Self.patience)
            press.yield("q")
        }
        defer {
            arrival.cancel()
            timeout.cancel()
        }
        try await body(keys)
        arrival.cancel()
        return await arrival.value
    }
}
