import AudioFiles
import Foundation
import Synchronization
import TestServer
import TestTraits
import Testing

@Suite(
    "Story: I use Fermata with supysonic",
    .enabled(if: Supysonic.isInstalled, "supysonic has to be installed, which Tests/run does"))
struct SupysonicTests {
    private static let long = "Another title, which is much longer than the first one"

    @Test("Given audio files, and another client's stars and playlists, when I sync, then I have them")
    func readsServer() async throws {
        try await withSyncedLibrary { program, server in
            #expect(
                try await program.run("list --plain --fields title,artist,source").lines == [
                    "\(Self.long)\tAnother artist\thome", "Übung\tMotörhead\thome", "캐롤 🎄\t챔버오케스트라\thome",
                ])
            let again = try #require(try await program.rows("sync").first)
            #expect(again["unchanged"] as? Int == 3 && again["added"] as? Int == 0 && again["updated"] as? Int == 0)
            let audio = try #require(try await program.rows("list Another").first?["audio"] as? String)
            let song = try #require(URLComponents(string: audio)?.queryItems?.first { $0.name == "id" }?.value)
            _ = try await server.call("star", "id=\(song)")
            _ = try await server.call("createPlaylist", "name=Trip&songId=\(song)")
            try await program.run("sync")
            #expect(try await program.column("title", "list --bookmarked") == [Self.long])
            #expect(try await program.column("title", "playlist Trip") == [Self.long])
            _ = try await server.call("unstar", "id=\(song)")
            try await program.run("sync")
            #expect(try await program.column("title", "list --bookmarked").isEmpty)
            let id = try #require(try await program.column("id", "list 캐롤").first)
            try await program.changeStar("bookmark \(id)")
            #expect(try await server.call("getStarred2").contains("\\uce90\\ub864"))
            let download = try await program.run("download \(id)")
            #expect(download.code == 0, "\(download.errors)")
            let file = try #require(try await program.rows("downloads").first?["file"] as? String)
            #expect(
                FileManager.default.contents(atPath: file)
                    == FileManager.default.contents(
                        atPath: server.music.url.appending(path: "Low/song.flac").path))
        }
    }

    @Test("Given a server that is away, a removed song or a new password, when I sync, then I lose nothing")
    func followsServer() async throws {
        try await withSyncedLibrary { program, server in
            await server.stop()
            let id = try #require(try await program.column("id", "list Another").first)
            let bookmarked = try await program.run("bookmark \(id)")
            #expect(bookmarked.code == 0 && bookmarked.errors.contains("1 change waits"))
            #expect(try await program.run("sync").code == 69)
            #expect(try await program.column("title", "list").count == 3)
            try await server.start()
            #expect(try await program.run("sync").code == 0)
            #expect(try await server.call("getStarred2").contains(Self.long))
            let before = try await server.call("getIndexes")
            try server.music.remove("Low/song.flac")
            // The server rounds the time of its last scan to seconds.
            repeat { try await server.scan() } while try await server.call("getIndexes") == before
            #expect(try await program.run("sync").output.contains("1 removed"))
            #expect(try await program.column("title", "list") == [Self.long, "Übung"])
            try await server.changePassword(of: "ann", to: "new")
            let refused = try await program.run("sync")
            #expect(refused.code == 69 && refused.errors.contains("the user or the password is wrong"))
            #expect(try await program.column("title", "list").count == 2)
        }
    }

    /// Runs the body with a server of three files and a program that has synced it as “home”.
    private func withSyncedLibrary(_ body: (Program, Supysonic) async throws -> Void) async throws {
        let server = try Supysonic()
        try server.music.add("song.flac", as: "Low/song.flac")
        try server.music.add("latin1.mp3", as: "Low/latin1.mp3")
        try server.music.add("retagged.ogg", as: "Low/Trust/song.ogg")
        try await server.prepare(user: "ann", password: "secret7")
        try await server.start()
        let program = try Program()
        let password = try program.write("secret7\n", to: "password")
        try await program.run(
            words: [
                "source", "add", "subsonic", server.address, "--user", "ann", "--name", "home", "--password-file",
                password.path, "--unencrypted-password",
            ])
        let synced = try await program.run("sync")
        #expect(synced.code == 0, "\(synced.errors)")
        try await body(program, server)
        try await server.remove()
    }
}

/// The music server supysonic with a folder of audio files, in its own process.
///
/// Source: https://supysonic.readthedocs.io
final class Supysonic: Sendable {
    private static let tools = SourceTree.root.appending(path: ".build/python/bin")
    static var isInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: tools.appending(path: "supysonic-cli").path)
    }

    let music = MusicFolder()
    private let home: URL
    private let running = Mutex<(process: Process, ended: @Sendable () async -> Void)?>(nil)
    private let port = Mutex(0)

    init() throws {
        home = FileManager.default.temporaryDirectory.appending(path: "fermata-supysonic-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let settings = """
            [base]
            database_uri = sqlite:///\(home.path)/database.sqlite
            [webapp]
            cache_dir = \(home.path)/cache
            mount_webui = off
            [daemon]
            socket = \(home.path)/daemon.socket
            """
        try Data(settings.utf8).write(to: home.appending(path: "supysonic.conf"))
    }

    var address: String { "http://127.0.0.1:\(port.withLock { $0 })" }

    /// Creates a user and scans the folder.
    func prepare(user: String, password: String) async throws {
        try await cli("user", "add", user, "-p", password)
        try await cli("folder", "add", "music", music.path)
        try await scan()
    }

    func scan() async throws { try await cli("folder", "scan", "--foreground") }

    func changePassword(of user: String, to password: String) async throws {
        try await cli("user", "changepass", user, "-p", password)
    }

    /// Starts the server, on its previous port if it had one.
    func start() async throws {
        let log = home.appending(path: "log-\(UUID().uuidString)")
        try Data().write(to: log)
        let process = Process()
        process.executableURL = Self.tools.appending(path: "supysonic-server")
        process.arguments = [
            "-S", "gunicorn", "-h", "127.0.0.1", "-p", "\(port.withLock { $0 })", "--processes", "1",
        ]
        (process.environment, process.currentDirectoryURL) = (environment, home)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: log)
        process.standardError = process.standardOutput
        let ended = try process.start()
        running.withLock { $0 = (process, ended) }
        try await waitUntil {
            let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            guard text.contains("Booting worker"), let match = text.firstMatch(of: /127\.0\.0\.1:(\d+)/) else {
                return false
            }
            port.withLock { $0 = Int(match.output.1) ?? 0 }
            return true
        }
    }

    /// Stops the server.
    func stop() async {
        guard let (process, ended) = running.withLock({ $0 }) else { return }
        process.terminate()
        await ended()
        running.withLock { $0 = nil }
    }

    /// Calls a method as another client, and returns the response.
    func call(_ method: String, _ parameters: String = "") async throws -> String {
        let address = "\(address)/rest/\(method).view?u=ann&p=secret7&v=1.12.0&c=test&f=json&\(parameters)"
        let script = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read().decode())"
        return try await RunningProgram.tool(
            [Self.tools.appending(path: "python3").path, "-c", script, address]
        ).outcome().output
    }

    /// Stops the server and removes its files.
    func remove() async throws {
        await stop()
        try FileManager.default.removeItem(at: home)
    }

    private var environment: [String: String] {
        ["HOME": home.path, "PATH": "\(Self.tools.path):/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    }

    private func cli(_ words: String...) async throws {
        let outcome = try await RunningProgram.tool(
            [Self.tools.appending(path: "supysonic-cli").path] + words, environment: environment, in: home
        ).outcome()
        guard outcome.code == 0 else { throw Failure(reason: outcome.errors) }
    }

    struct Failure: Error {
        let reason: String
    }
}
