import Foundation
import TestServer
import TestTraits
import Testing

@Suite(
    "Story: my media keys control the music",
    .enabled("needs playerctl, dbus-daemon and dbus-monitor") {
        ["playerctl", "dbus-daemon", "dbus-monitor"].allSatisfy {
            FileManager.default.fileExists(atPath: "/usr/bin/\($0)")
        }
    }, .timeLimit(.minutes(3)))
struct DesktopAcceptanceTests {
    @Test("Given a desktop, when I use its keys, then they control what plays, and it shows the song")
    func controlsPlayer() async throws {
        try await withDesktop { catalogue, bus in
            let program = catalogue.program
            let playing = try program.launch("play --album Waves --repeat all")
            try await catalogue.wait(for: "state", "playing")
            try await waitUntil { try await bus.playerctl("status") == "Playing" }
            try await waitUntil {
                try await bus.playerctl("metadata", "--format", "{{title}}, {{artist}}, {{album}}, {{mpris:length}}")
                    == "One, Band, Waves, 120000000"
            }
            for (property, value) in [("volume", "1.000000"), ("loop", "Playlist"), ("shuffle", "Off")] {
                #expect(try await bus.playerctl(property) == value)
            }
            _ = try await bus.playerctl("play-pause")
            #expect(try await program.rows("player").first?["state"] as? String == "paused")
            _ = try await bus.playerctl("next")
            #expect(try await program.rows("player").first?["title"] as? String == "Two")
            try await waitUntil { try await bus.playerctl("metadata", "title") == "Two" }
            _ = try await bus.playerctl("previous")
            try await catalogue.wait { $0["title"] as? String == "One" && $0["state"] as? String == "playing" }
            _ = try await bus.playerctl("pause")
            _ = try await bus.playerctl("position", "30")
            // The player may stop a few milliseconds before the requested position.
            try await catalogue.wait { (29...30).contains($0["elapsed"] as? Int ?? 0) }
            _ = try await bus.playerctl("position", "5+")
            try await catalogue.wait { (34...35).contains($0["elapsed"] as? Int ?? 0) }
            let position = try #require(Double(try await bus.playerctl("position")))
            #expect(abs(position - 35) < 0.5)
            _ = try await bus.playerctl("volume", "0.3")
            _ = try await bus.playerctl("loop", "Track")
            _ = try await bus.playerctl("shuffle", "On")
            try await catalogue.wait {
                $0["volume"] as? Int == 30 && $0["repeat"] as? String == "one" && $0["shuffled"] as? Bool == true
            }
            _ = try await bus.playerctl("stop")
            #expect(await playing.outcome().code == 0)
            #expect(try await bus.playerctl("--list-all").isEmpty)
        }
    }

    @Test("Given a desktop, when other programs control the music, then it shows each change")
    func showsChanges() async throws {
        try await withDesktop { catalogue, bus in
            let program = catalogue.program
            let shown = try bus.follow("{{status}} {{title}} {{volume}}")
            defer { shown.end() }
            #expect(try await program.spawn("play --album Waves --background").code == 0)
            try await waitUntil { shown.text.hasSuffix("Playing One 1.0\n") }
            try await program.run("player pause")
            try await waitUntil { shown.text.hasSuffix("Paused One 1.0\n") }
            try await program.run("player volume 50")
            try await waitUntil { shown.text.hasSuffix("Paused One 0.5\n") }
            try await program.run("player next")
            try await waitUntil { shown.text.hasSuffix("Playing Two 0.5\n") }
            try await program.run("player stop")
            try await catalogue.waitForEndOfPlayer()
        }
    }

    @Test("Given a seek of any length by any program, then a desktop learns of it once")
    func reportsSeeksOnce() async throws {
        try await withDesktop { catalogue, bus in
            let program = catalogue.program
            let signals = try bus.monitor("type='signal',member='Seeked'")
            defer { signals.end() }
            func count() -> Int { signals.text.matches(of: /member=Seeked/).count }
            #expect(try await program.spawn("play --album Waves --background").code == 0)
            try await waitUntil { try await bus.playerctl("status") == "Playing" }
            try await catalogue.wait { $0["elapsed"] as? Int ?? 0 >= 1 }
            #expect(count() == 0)
            for (index, step) in ["+1", "-1", "+40", "1:00"].enumerated() {
                try await program.run("player seek \(step)")
                try await waitUntil { count() == index + 1 }
            }
            _ = try await bus.playerctl("position", "5+")
            try await waitUntil { count() == 5 }
            try await program.run("player pause")
            _ = try await bus.playerctl("position", "30")
            try await waitUntil { count() == 6 }
            try await program.run("player resume")
            try await catalogue.wait { $0["elapsed"] as? Int ?? 0 >= 32 }
            #expect(count() == 6)
            try await program.run("player stop")
            try await catalogue.waitForEndOfPlayer()
        }
    }

    @Test("Given two libraries that play, then a desktop shows both")
    func showsTwoPlayers() async throws {
        try await withDesktop { first, bus in
            try await PlayCatalogue.withSyncedLibrary { second in
                var program = second.program
                program.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
                second.lengthenSongs()
                #expect(try await first.program.spawn("play one --background").code == 0)
                try await waitUntil { try await bus.playerctl("--list-all") == "fermata" }
                #expect(try await program.spawn("play two --background").code == 0)
                try await waitUntil { try await bus.playerctl("--list-all").contains("fermata.instance") }
                for catalogue in [first, second] {
                    try await catalogue.program.run("player stop")
                    try await catalogue.waitForEndOfPlayer()
                }
            }
        }
    }

    @Test("Given no session bus, then music plays, and only a verbose command says so")
    func playsWithoutBus() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let quiet = try await catalogue.program.spawn("play one")
            #expect(quiet.code == 0 && !quiet.errors.contains("session bus"), "\(quiet.errors)")
            let verbose = try await catalogue.program.spawn("play one --verbose")
            #expect(verbose.code == 0 && verbose.errors.contains("no session bus"), "\(verbose.errors)")
        }
    }

    /// Runs the body with a library of long songs, whose programs have a session bus.
    private func withDesktop(_ body: @escaping @Sendable (PlayCatalogue, SessionBus) async throws -> Void) async throws
    {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let bus = try SessionBus(in: catalogue.program.home)
            defer { bus.end() }
            try await waitUntil { FileManager.default.fileExists(atPath: bus.path) }
            var program = catalogue.program
            program.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
            catalogue.lengthenSongs()
            try await body(PlayCatalogue(program: program, server: catalogue.server), bus)
        }
    }
}

/// A session bus, as a process of its own.
private final class SessionBus: Sendable {
    let path: String
    private let daemon: ToolProcess

    init(in folder: URL) throws {
        path = folder.appending(path: "bus").path
        daemon = try ToolProcess(
            "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(path)"])
    }

    var address: String { "unix:path=\(path)" }

    func end() { daemon.end() }

    /// Runs `playerctl` and returns what it prints, without the last line feed.
    func playerctl(_ words: String...) async throws -> String {
        let tool = try ToolProcess("playerctl", words, address: address)
        try await waitUntil { !tool.isRunning }
        return tool.text.trimmingCharacters(in: .newlines)
    }

    /// Prints the messages of the bus that a rule matches.
    func monitor(_ rule: String) throws -> ToolProcess {
        try ToolProcess("dbus-monitor", ["--session", rule], address: address)
    }

    /// Follows the state of the player.
    func follow(_ format: String) throws -> ToolProcess {
        try ToolProcess("playerctl", ["--follow", "metadata", "--format", format], address: address)
    }
}

/// A program that writes its output to a file.
private final class ToolProcess: Sendable {
    private let process = Process()
    private let file: URL

    init(_ name: String, _ words: [String], address: String? = nil) throws {
        file = FileManager.default.temporaryDirectory.appending(path: "fermata-tool-\(UUID().uuidString)")
        try Data().write(to: file)
        process.executableURL = URL(filePath: "/usr/bin/\(name)")
        process.arguments = words
        process.environment = ["DBUS_SESSION_BUS_ADDRESS": address ?? "", "LC_ALL": "C.UTF-8"]
        process.standardOutput = try FileHandle(forWritingTo: file)
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    var isRunning: Bool { process.isRunning }
    var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    func end() {
        if process.isRunning { process.terminate() }
    }
}
