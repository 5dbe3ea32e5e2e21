import Foundation
import TestServer

/// The built program, run as a person runs it, with a home of its own.
struct Program: Sendable {
    let home: URL
    let library: String
    var environment: [String: String] = [:]
    /// What runs the program, as another user say: `["setpriv", …]`.
    var launcher: [String] = []

    init() throws {
        let temporary = FileManager.default.temporaryDirectory
        try self.init(home: temporary.appending(path: "fermata-tests-\(UUID().uuidString)"))
    }

    init(home: URL) throws {
        self.home = home
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        library = home.appending(path: "library.sqlite").path
    }

    /// Runs a command on the program's own library; `arguments` are split at spaces.
    @discardableResult
    func run(_ arguments: String) async throws -> Outcome {
        try await run(words: arguments.split(separator: " ").map(String.init))
    }

    /// Runs a command on the program's own library whose words may hold spaces.
    @discardableResult
    func run(words: [String]) async throws -> Outcome {
        try await run(words + ["--library", library])
    }

    /// Runs exactly these arguments.
    @discardableResult
    func run(_ arguments: [String]) async throws -> Outcome {
        try await launch(arguments).outcome()
    }

    /// Starts a command on the program's own library; `arguments` are split at spaces.
    func launch(_ arguments: String) throws -> RunningProgram {
        try launch(words: arguments.split(separator: " ").map(String.init))
    }

    /// Starts a command on the program's own library whose words may hold spaces.
    func launch(words: [String]) throws -> RunningProgram {
        try launch(words + ["--library", library])
    }

    /// Starts exactly these arguments.
    func launch(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(process(arguments))
    }

    /// A process that is ready to be started.
    func process(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = launcher.isEmpty ? Self.executable : URL(filePath: "/usr/bin/env")
        process.arguments = launcher.isEmpty ? arguments : launcher + [Self.executable.path] + arguments
        process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "TERM": "dumb"].merging(environment) { $1 }
        return process
    }

    /// Throws the program's home away.
    func remove() throws {
        try FileManager.default.removeItem(at: home)
    }

    /// The rows of a command that prints JSON.
    func rows(_ arguments: String) async throws -> [[String: any Sendable]] {
        let outcome = try await run(arguments + " --json")
        let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: any Sendable]]
        return rows ?? []
    }

    /// One field of each row, as text.
    func column(_ field: String, _ arguments: String) async throws -> [String] {
        try await run(arguments + " --plain --fields " + field).lines
    }

    /// Adds a source and reads it.
    func gather(_ address: String, name: String = "radio") async throws {
        try await run("source add http \(address) --name \(name)")
        try await run("sync \(name)")
    }

    static var executable: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "fermata")
    }
}

/// A small catalogue that acceptance tests tell their stories with.
enum StoryCatalogue {
    static let songs = [
        #"{"id":"1","singer":"David Bowie","album":"Hunky Dory","title":"Changes","duration":217,"image":"c/1.jpg","file":"a/1.mp3","popularity":80,"released":"1971-12-17","explicit":false}"#,
        #"{"id":"2","singer":"Björk","album":"Post","title":"Hyperballad","duration":321,"popularity":70,"released":"1995"}"#,
        #"{"id":"3","singer":"챔버오케스트라","album":"캐롤 모음","title":"We Wish You A Merry Christmas","duration":198}"#,
        #"{"id":"4","singer":"JAY-Z","album":"The Black Album","title":"99 Problems","duration":235,"popularity":75,"explicit":true}"#,
        #"{"id":"5","singer":"Dolly Parton","album":"9 to 5 and Odd Jobs","title":"9 to 5","duration":166}"#,
    ]

    static let ndjson = songs.joined(separator: "\n") + "\n"
    static let flo =
        #"{"singer":"챔버오케스트라","album":"캐롤 모음","title":"We Wish You A Merry Christmas","duration":198,"image":"https://example.org/cover.jpg","file":"https://example.org/music.mp3","lyrics":"[00:16:200]we wish you a merry christmas\n[00:18:300]we wish you a merry christmas"}"#

    /// Runs `body` with a program whose library holds the catalogue, and with the server it came from.
    static func gathered(_ body: (Program, CatalogueServer) async throws -> Void) async throws {
        try await withCatalogueServer { server in
            server.answer("/songs.ndjson", .json(ndjson, etag: "\"1\""))
            let program = try Program()
            try await program.gather(server.url("/songs.ndjson"))
            try await body(program, server)
            try program.remove()
        }
    }
}
