import AudioFiles
import Foundation
import HTTPTypes
import TestServer
import TestTraits
import Testing
import FermataApp

@Suite("Promise: the secret of a music server appears nowhere", .timeLimit(.minutes(3)))
struct SecretTests {
    private static let secret = "sesame42key"
    private static let options = ["--user ann", "--api-key --unencrypted-password"]
    /// The secret, its hexadecimal form, and the query parameters that authenticate.
    private static let traces = [secret, secret.utf8.map { String($0, radix: 16) }.joined(), "apiKey=", "&t=", "?t="]

    @Test("Given a program that plays, then no command line or environment has the secret", arguments: options)
    func hidesSecretFromProcesses(options: String) async throws {
        try await withSyncedLibrary(options) { program, _ in
            let playing = try program.launch("play Speed --repeat all")
            try await waitUntil { try await program.rows("player status").first?["state"] as? String == "playing" }
            let player = try #require(try PlayCatalogue.playerProcessID(of: program))
            try await ServerProcess.run(program) { served in
                for process in [playing.processID, served.processID, player] {
                    for file in ["cmdline", "environ"] {
                        let bytes = try Data(contentsOf: URL(filePath: "/proc/\(process)/\(file)"))
                        let text = String(decoding: bytes, as: UTF8.self)
                        #expect(!text.isEmpty && Self.traces(in: text).isEmpty, "\(process) \(file)")
                    }
                }
            }
            try await program.run("player stop")
            let outcome = await playing.outcome()
            #expect(Self.traces(in: outcome.output + outcome.errors).isEmpty)
        }
    }

    @Test("Given every page and every route, then none contains the secret", arguments: options)
    func hidesSecretFromClients(options: String) async throws {
        try await withSyncedLibrary(options) { program, server in
            server.change { $0.answers["getPlaylists"] = Self.responseRepeatingSecret }
            try await program.run("sync")
            let id = try #require(try await program.column("id", "list Speed").first)
            let targets = try await Self.targets(program, song: id)
            #expect(targets.count > 30 && targets.contains("/api/sources/home"), "\(targets)")
            let outcome = try await ServerProcess.run(program) { served in
                for target in targets {
                    let response = try await served.get(target)
                    let headers = response.headers.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
                    let found = Self.traces(in: response.text + headers)
                    #expect(found.isEmpty, "\(target): \(found)")
                }
            }
            #expect(Self.traces(in: outcome.output + outcome.errors).isEmpty)
        }
    }

    @Test("Given a server that repeats the secret, then no output and no file contains it")
    func hidesRepeatedSecret() async throws {
        try await withSyncedLibrary(Self.options[0]) { program, server in
            let id = try #require(try await program.column("id", "list Speed").first)
            var commands = ["sync", "source list", "source list --json", "bookmark \(id)", "download \(id)"]
            for method in ["getPlaylists", "getStarred2", "search3", "star", "stream"] {
                server.change { content in
                    content.answers = [method: Self.responseRepeatingSecret]
                    content.lastScan = method
                }
                if method == "stream" {
                    let folder = program.home.appending(path: "export").path
                    commands += ["list --json", "show \(id) --json", "sync nothing", "library export \(folder)"]
                }
                for command in commands {
                    let outcome = try await program.run(command)
                    let found = Self.traces(in: outcome.output + outcome.errors)
                    #expect(found.isEmpty, "\(method), \(command): \(outcome.errors)")
                }
            }
            let files = FileManager.default.enumerator(atPath: program.home.path)?.compactMap { $0 as? String } ?? []
            let secretFiles = files.filter { file in
                let bytes = FileManager.default.contents(atPath: program.home.appending(path: file).path)
                return bytes?.firstRange(of: Data(Self.secret.utf8)) != nil
            }
            #expect(Set(secretFiles) == [".config/fermata/credentials.json", "secret-file"])
        }
    }

    /// An error of a careless server that repeats the secret in its message.
    private static let responseRepeatingSecret = ScriptedResponse.json(
        """
        {"subsonic-response":{"status":"failed","version":"1.16.1",\
        "error":{"code":0,"message":"bad request p=enc:\(traces[1]) of ann:\(secret)"}}}
        """)

    private static func traces(in text: String) -> [String] { traces.filter(text.contains) }

    /// The targets of all GET routes, with the parameters of this library.
    private static func targets(_ program: Program, song: String) async throws -> [String] {
        let paths = try await InProcessServer.routes(of: program).filter { $0.method == .get }.map(\.path)
        let playlist = try await program.column("id", "playlists").first ?? "0"
        // The stream of events never ends.
        return paths.map { $0.hasPrefix("/") ? $0 : "/" + $0 }.filter { !$0.hasSuffix("/events") }.map { path in
            let name =
                path.contains("source") ? "home" : path.contains("artist") ? "David%20Bowie" : "1"
            return path.replacing(/\{\w+\}/) { _ in
                path.contains("music") ? song : path.contains("playlist") ? playlist : name
            }
        }
    }

    private func withSyncedLibrary(
        _ options: String, _ body: (Program, FakeMusicServer) async throws -> Void
    ) async throws {
        try await withCatalogueServer { catalogue in
            let server = FakeMusicServer(catalogue)
            let song = ServedAudio(try MusicFolder.audio("song.mp3"), etag: "\"1\"")
            server.change { content in
                content.songs = HomeServer.songs
                content.playlists = [ServedPlaylist(id: "p", name: "Berlin", songs: ["3", "1"])]
                (content.passwords, content.apiKeys) = (["ann": Self.secret], [Self.secret])
                content.audio["1"] = song
            }
            var program = try Program()
            try PlayCatalogue.installPlayer(&program)
            let file = try program.write("\(Self.secret)\n", to: "secret-file")
            let added = try await program.run(
                "source add subsonic \(server.address) --name home --password-file \(file.path) \(options)")
            #expect(added.code == 0, "\(added.errors)")
            #expect(try await program.run("sync").code == 0)
            try await body(program, server)
        }
    }
}
