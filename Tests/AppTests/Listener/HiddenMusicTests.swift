import Foundation
import HTTPTypes
import Testing
import FermataApp
import FermataData
import FermataDomain

@Suite("Story: A young listener cannot find out what is hidden", .timeLimit(.minutes(3)))
struct HiddenMusicTests {
    private static let unknown = PlaceholderValues(texts: [
        "music": "0000000000000000", "title": "Zwzwzw", "artist": "Unheard", "album": "Nothing",
        "album-id": "0000000000000002", "playlist": "Nowhere", "playlist-id": "0000000000000001", "to-do": "98765",
        "artist-to-do": "98766",
    ])

    @Test("Given hidden music, then each command responds as to unknown music")
    func commandsHideMusic() async throws {
        try await withHiddenMusic { program, hidden in
            for template in ListenerRuleCoverage.commands {
                let found = try await outcome(of: template, hidden, program)
                let missing = try await outcome(of: template, Self.unknown, program)
                #expect(found.code == missing.code, "\(template)")
                #expect(found.output == missing.output, "\(template)")
                #expect(found.errors == missing.errors, "\(template)")
                #expect(
                    found.code != 0
                        || ["list ", "albums ", "artists ", "playlists "].contains { template.hasPrefix($0) })
            }
            #expect(try await program.column("number,title,done", "todo").suffix(2) == Self.toDos)
            #expect(try await program.column("title", "list --bookmarked") == ["River"])
        }
    }

    @Test("Given hidden music, then each route responds as to unknown music")
    func routesHideMusic() async throws {
        try await withHiddenMusic { program, hidden in
            try await InProcessServer.run(program, ["--age", "12"]) { try await Self.checkRoutes(of: $0, hidden) }
            #expect(try await program.column("number,title,done", "todo").suffix(2) == Self.toDos)
            #expect(try await program.column("title", "list --bookmarked") == ["River"])
        }
    }

    @Test("Given an account with a young age, then each of its routes responds as to unknown music")
    func routesOfAccountHideMusic() async throws {
        try await withHiddenMusic { program, hidden in
            try await program.addAccount("anna", password: "secret of anna")
            try await program.addAccount("kid", password: "secret of kid", options: "--age 12")
            var hidden = hidden
            // The own library of the account has the songs of the served one under other ids.
            hidden.texts["music"] = MusicID(source: "Library", key: hidden.texts["music"] ?? "").description
            try await InProcessServer.run(program) { [hidden] served in
                let kid = try await served.signIn("kid")
                #expect(try await kid.get("/api/music").object()["total"] as? Int == 6)
                try await Self.checkRoutes(of: kid, hidden)
            }
        }
    }

    /// Expects that each route responds to a hidden name as to an unknown one.
    private static func checkRoutes(of served: any WebClient, _ hidden: PlaceholderValues) async throws {
        for (method, path, body) in ListenerRuleCoverage.routes {
            let requests = [hidden, unknown].map { values in
                (values, values.expand(path), body.map(values.expand))
            }
            var responses: [(status: Int, text: String)] = []
            for (values, path, body) in requests {
                let response = try await served.send(method, path, body: body)
                responses.append((response.status, try values.replacingValues(in: response.text)))
            }
            #expect(responses[0].status == responses[1].status, "\(method) \(path)")
            #expect(responses[0].text == responses[1].text, "\(method) \(path)")
            #expect(responses[0].status == 404 || path.contains("?"), "\(method) \(path)")
        }
    }

    @Test("Given hidden music, then no command about the library prints or exports it")
    func libraryCommandsHideMusic() async throws {
        try await withHiddenMusic { program, hidden in
            let folder = program.home.appending(path: "export").path
            #expect(try await program.run("library export \(folder)").code == 0)
            for template in ListenerRuleCoverage.libraryCommands {
                let command = template.replacing("{folder}", with: folder) + " --age 12"
                let outcome = try await program.run(command)
                #expect(outcome.code == 0, "\(command): \(outcome.errors)")
                #expect(!names(outcome.output + outcome.errors, hidden), "\(command)")
            }
            let documents = try program.names(in: "export/young")
            #expect(documents.count == 6)
            for name in documents {
                let text = try String(contentsOfFile: "\(folder)/young/\(name)", encoding: .utf8)
                #expect(!names(text, hidden), "\(name)")
            }
        }
    }

    @Test("Given damage, then check and repair show a young listener no numbers of songs")
    func checkHidesNumbers() async throws {
        try await withHiddenMusic { program, _ in
            try await LibraryFile(path: program.library).execute("UPDATE music SET artist_key = 'x'")
            let check = try await program.run("library check --json --age 12")
            #expect(check.code == 65 && check.output.contains("The text of some songs does not match"))
            #expect(check.output.contains(#""count":null"#))
            let repair = try await program.run("library repair --age 12")
            #expect(repair.code == 0 && (repair.output + repair.errors).firstMatch(of: /\d+ songs?/) == nil)
        }
    }

    @Test("Given all commands and routes, then these tests cover each")
    func listIsComplete() async throws {
        let commands = try await CommandHelp.ofProgram().leaves.filter { $0 != "help" }
        let listed = Set(
            (ListenerRuleCoverage.commands + ListenerRuleCoverage.libraryCommands).map { template in
                commands.first { (template + " ").hasPrefix($0 + " ") } ?? template
            })
        #expect(Set(commands) == listed.union(ListenerRuleCoverage.otherCommands))
        try await SharedLibrary.band.withCopy { program in
            let routes = try await InProcessServer.routes(of: program).map { "\($0.method.rawValue) \($0.path)" }
            let served = Set(routes.filter { !$0.hasPrefix("HEAD ") && !$0.hasPrefix("GET /assets/") }.map(pattern))
            let listed = ListenerRuleCoverage.routes.map { pattern("\($0.method) \($0.path.prefix { $0 != "?" })") }
            let patterns = listed.map { $0.replacing("to-dos/3", with: "to-dos/*") }
            #expect(served == ListenerRuleCoverage.otherRoutes.union(patterns))
        }
    }

    /// A route with an asterisk for each parameter.
    private func pattern(_ route: String) -> String { route.replacing(/\{[\w-]+\}/, with: "*") }

    /// Whether a text names anything hidden: ids, titles, artists, albums, playlists or to-dos.
    private func names(_ text: String, _ hidden: PlaceholderValues) -> Bool {
        let numbers: Set = ["to-do", "artist-to-do"]
        let names = hidden.texts.filter { !numbers.contains($0.key) }.values
        return (names + ["Hear it", "See them"]).contains(where: text.contains)
    }

    private static let toDos = ["41\tHear it\tfalse", "42\tSee them\tfalse"]

    /// Runs the body with a library that has hidden music, bookmarked, and to-dos about it and about its artist.
    private func withHiddenMusic(
        _ body: @escaping @Sendable (Program, PlaceholderValues) async throws -> Void
    ) async throws {
        try await SharedLibrary.band.withCopy { program in
            let music = try #require(try await program.column("id", "list river").first)
            let playlist = try #require(try await program.column("id", "playlists hard").first)
            let album = try #require(try await program.column("id", "albums revival").first)
            try await program.run("bookmark \(music)")
            try await addToDos(1...40, to: program)
            try await program.run(words: ["todo", "add", "Hear it", "--music", music])
            try await program.run(words: ["todo", "add", "See them", "--artist", "eminem"])
            let values = [
                "music": music, "title": "River", "artist": "Eminem", "album": "Revival", "playlist": "Hard",
                "album-id": album, "playlist-id": playlist, "to-do": "41", "artist-to-do": "42",
            ]
            // The age of the rows is the same in all responses.
            var program = program
            program.stopTime()
            try await body(program, PlaceholderValues(texts: values))
        }
    }

    /// Adds to-dos, so that the numbers of later ones are unique in a response.
    private func addToDos(_ numbers: ClosedRange<Int>, to program: Program) async throws {
        let items = numbers.map { "BEGIN:VTODO\r\nUID:\($0)\r\nSUMMARY:Rest \($0)\r\nEND:VTODO\r\n" }.joined()
        let file = try program.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(items)END:VCALENDAR\r\n", to: "rest.ics")
        #expect(try await program.run("todo import \(file.path)").code == 0)
    }

    /// Runs a command as a young listener, and replaces names by placeholders.
    private func outcome(
        of template: String, _ values: PlaceholderValues, _ program: Program
    ) async throws -> (code: Int32, output: String, errors: String) {
        let outcome = try await program.run(values.expand(template) + " --age 12")
        let output = try values.replacingValues(in: outcome.output)
        return (outcome.code, output, try values.replacingValues(in: outcome.errors))
    }
}

/// The values of a template's placeholders: hidden from a young listener, or unknown to the library.
struct PlaceholderValues {
    /// The texts for the placeholders of a template, such as `{music}`.
    var texts: [String: String]

    /// Replaces the placeholders of a template.
    func expand(_ template: String) -> String {
        texts.reduce(template) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    /// Replaces each text that is a word by its placeholder.
    func replacingValues(in text: String) throws -> String {
        let text = text.replacing(/seed=\d+/, with: "seed={seed}")
        return try texts.reduce(text) { text, value in
            text.replacing(try Regex("\\b\(value.value)\\b").wordBoundaryKind(.simple), with: "{\(value.key)}")
        }
    }
}

/// Every command and every route that names music, artists, albums, playlists or to-dos.
enum ListenerRuleCoverage {
    static let commands = [
        "show {music}", "show {music} --json", "lyrics {music}", "lyrics {music} --json --at 1:23", "bookmark {music}",
        "unbookmark {music}", "rate 3 {music}", "rate 0 --all {title}", "bookmark {title}", "unbookmark --all {title}",
        "bookmark --album {album}", "unbookmark --album {album}", "rate 3 --album {album}",
        "bookmark --artist {artist}", "unbookmark --artist {artist}", "rate 3 --artist {artist}",
        "artists --bookmarked {artist}", "albums --bookmarked {album}", "show {title}", "lyrics {title}",
        "download {title}", "download --remove {title}", "player add {title}", "todo add x --music {title}",
        "list {title}",
        "list --artist {artist}", "list --album {album}", "list {title} --json", "artist {artist}",
        "artist {artist} --json", "artists {artist}", "artists --album-artists {artist}", "albums {album}",
        "albums --artist {artist}", "albums title:{title}", "albums {album} --json", "album {album}",
        "album {album} --artist {artist}", "playlists {playlist}", "playlist show {playlist}",
        "playlist show {playlist-id}", "playlist show {playlist} --json", "playlist new x {music}",
        "playlist new x {title} --all", "playlist add {playlist} perfect", "playlist insert {playlist} 1 perfect",
        "playlist move {playlist} 1 2", "playlist remove {playlist} 1", "playlist rename {playlist} x",
        "playlist share {playlist}",
        "playlist delete {playlist} --force", "playlist copy {playlist}", "playlist export {playlist} x.m3u8",
        "download {music}", "download --artist {artist}",
        "download --playlist {playlist}", "download --remove {music}", "download --remove --artist {artist}",
        "download --remove --playlist {playlist}", "todo show {to-do}", "todo show {to-do} --json",
        "todo show {artist-to-do}", "todo check {to-do}", "todo check {artist-to-do}", "todo uncheck {to-do}",
        "todo edit {to-do} --title x", "todo edit {artist-to-do} --due tomorrow", "todo edit 3 --music {music}",
        "todo edit 3 --artist {artist}", "todo add x --music {music}", "todo add x --artist {artist}",
        "play {music}", "play {title}", "play --artist {artist}", "play --album {album}",
        "play --playlist {playlist}", "player add {music}",
        "todo remove {to-do}", "todo remove {to-do} --force", "todo remove {artist-to-do} --force",
    ]

    /// Commands that name none of these, or only the content of a file or source.
    static let otherCommands: Set<String> = [
        "downloads", "duplicates", "todo list", "todo import", "todo export", "source add", "source list", "source set",
        "source remove", "sync", "undo", "browse", "serve", "demo", "genres", "history", "player status",
        "player toggle",
        "player pause", "player resume", "player next", "player previous", "player seek", "player volume",
        "player repeat", "player shuffle", "player queue", "player remove", "player jump", "player clear",
        "player move", "player sleep", "player stop-after",
        "player stop", "player run", "config list", "config get", "config set", "config unset",
        "playlist save", "playlist import", "user add", "user list", "user change", "user remove", "user password",
        "user key",
    ]

    /// Commands about the complete library. `{folder}` contains an unrestricted listener's export.
    static let libraryCommands = [
        "library check", "library check --json", "library repair", "library repair --json",
        "library backup {folder}/backup", "library restore --force {folder}/backup", "library export {folder}/young",
        "library export --force --json {folder}/young", "library import {folder}", "library import {folder} --json",
    ]

    static let routes: [(method: String, path: String, body: String?)] = [
        ("GET", "/api/music/{music}", nil), ("PUT", "/api/music/{music}/bookmark", nil),
        ("DELETE", "/api/music/{music}/bookmark", nil), ("PUT", "/api/music/{music}/rating?stars=3", nil),
        ("DELETE", "/api/music/{music}/rating", nil), ("PUT", "/api/music/{music}/download", nil),
        ("DELETE", "/api/music/{music}/download", nil), ("GET", "/api/music/{music}/artwork", nil),
        ("GET", "/api/music/{music}/audio", nil),
        ("GET", "/api/music/{music}/lyrics", nil), ("GET", "/music/{music}/lyrics", nil),
        ("GET", "/api/music?text={title}", nil), ("GET", "/api/music?artist={artist}", nil),
        ("GET", "/api/suggestions?text={artist}", nil), ("GET", "/api/suggestions?text=-artist:{artist}", nil),
        ("GET", "/api/music?album={album}", nil), ("GET", "/api/artists/{artist}", nil),
        ("GET", "/api/albums?text={album}", nil), ("GET", "/api/albums?artist={artist}", nil),
        ("GET", "/api/albums/{album-id}", nil), ("GET", "/albums?text={album}", nil),
        ("PUT", "/api/albums/{album-id}/bookmark", nil), ("DELETE", "/api/albums/{album-id}/bookmark", nil),
        ("PUT", "/api/albums/{album-id}/rating?stars=3", nil), ("DELETE", "/api/albums/{album-id}/rating", nil),
        ("PUT", "/api/artists/{artist}/bookmark", nil), ("DELETE", "/api/artists/{artist}/bookmark", nil),
        ("PUT", "/api/artists/{artist}/rating?stars=3", nil), ("DELETE", "/api/artists/{artist}/rating", nil),
        ("GET", "/albums/{album-id}", nil), ("GET", "/music/{music}/album", nil),
        ("GET", "/api/music/{music}/album", nil), ("GET", "/songs?artist={artist}", nil),
        ("POST", "/api/player/queue", #"{"music":"{music}"}"#),
        ("POST", "/api/player/queue", #"{"album":"{album-id}"}"#),
        ("GET", "/api/playlists?text={playlist}", nil), ("GET", "/api/playlists/{playlist-id}", nil),
        ("GET", "/api/playlists/{playlist-id}/music", nil), ("GET", "/api/to-dos/{to-do}", nil),
        ("POST", "/api/playlists", #"{"name":"x","music":"{music}"}"#), ("DELETE", "/api/playlists/{playlist-id}", nil),
        ("PATCH", "/api/playlists/{playlist-id}", #"{"name":"x"}"#),
        ("POST", "/api/playlists/{playlist-id}/music", #"{"music":"{music}"}"#),
        ("PATCH", "/api/playlists/{playlist-id}/music", #"{"remove":"1"}"#),
        ("POST", "/api/playlists/{playlist-id}/copy", "{}"),
        ("POST", "/api/playlists", #"{"name":"x","album":"{album-id}"}"#),
        ("POST", "/api/playlists", #"{"name":"x","artist":"{artist}"}"#),
        ("POST", "/api/playlists", #"{"name":"x","playlist":"{playlist-id}"}"#),
        ("PUT", "/api/bookmarks", #"{"music":"{music}"}"#), ("PUT", "/api/bookmarks", #"{"album":"{album-id}"}"#),
        ("GET", "/api/to-dos/{artist-to-do}", nil), ("PATCH", "/api/to-dos/{to-do}", #"{"title":"x"}"#),
        ("PATCH", "/api/to-dos/3", #"{"music":"{music}"}"#), ("PATCH", "/api/to-dos/3", #"{"artist":"{artist}"}"#),
        ("PUT", "/api/to-dos/{to-do}/check", nil), ("DELETE", "/api/to-dos/{artist-to-do}/check", nil),
        ("POST", "/api/to-dos", #"{"title":"x","music":"{music}"}"#),
        ("POST", "/api/to-dos", #"{"title":"x","artist":"{artist}"}"#), ("DELETE", "/api/to-dos/{to-do}", nil),
        ("DELETE", "/api/to-dos/{artist-to-do}", nil),
        ("POST", "/api/history", #"{"music":"{music}","started":"2026-01-24T19:30:00Z"}"#),
        ("GET", "/?text={title}", nil), ("GET", "/?artist={artist}", nil), ("GET", "/?album={album}", nil),
        ("GET", "/bookmarks?text={title}", nil), ("GET", "/artists?name={artist}", nil),
        ("GET", "/artists/{artist}", nil), ("GET", "/music/{music}", nil), ("GET", "/music/{music}/row", nil),
        ("GET", "/playlists?text={playlist}", nil), ("GET", "/playlists/{playlist-id}", nil),
        ("GET", "/to-dos/{to-do}", nil), ("GET", "/to-dos/{artist-to-do}", nil),
    ]

    /// Routes that name none of these: lists, which other tests read as a young listener, and routes about sources and
    /// the server.
    static let otherRoutes: Set = [
        "GET /api", "GET /api/openapi.json", "GET /api/events", "GET /api/to-dos", "GET /api/downloads",
        "GET /api/history", "GET /api/undo", "POST /api/undo", "GET /api/sources", "POST /api/sources",
        "POST /api/sync",
        "GET /api/sources/*",
        "PATCH /api/sources/*", "DELETE /api/sources/*", "POST /api/sources/*/sync", "GET /downloads",
        "GET /api/genres", "GET /genres", "GET /history", "GET /sources", "GET /sources/*", "GET /to-dos",
        "GET /freshness", "GET /home", "GET /queue", "GET /random", "GET /api/player", "POST /api/player/toggle",
        "POST /api/player/pause", "POST /api/player/next", "POST /api/player/previous", "PUT /api/player/sleep",
        "PUT /api/player/position", "PUT /api/player/volume", "POST /api/player/queue/*/play",
        "DELETE /api/player/sleep", "PUT /api/player/stop-after", "DELETE /api/player/stop-after",
        "GET /api/player/page", "PUT /api/player/page",
        "GET /api/player/queue", "PUT /api/player/queue", "DELETE /api/player/queue", "PATCH /api/player/queue",
        "PATCH /api/player/queue/*",
        "DELETE /api/player/queue/*", "POST /api/player/playlist", "GET /robots.txt",
        "GET /api/accounts", "POST /api/accounts", "GET /api/accounts/*", "PATCH /api/accounts/*",
        "DELETE /api/accounts/*", "POST /api/accounts/*/keys", "DELETE /api/accounts/*/keys", "GET /accounts",
        "GET /accounts/*", "POST /accounts/*/keys", "POST /", "POST /sign-out",
        "GET /health", "GET /metrics",
    ]
}
