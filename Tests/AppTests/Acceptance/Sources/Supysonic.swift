import AudioFiles
import Foundation
import Synchronization
import TestServer
import TestTraits

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
