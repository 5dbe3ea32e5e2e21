import Foundation
import HTTPTypes
import Testing
import fermata

@Suite("Story: A young listener cannot find out what is hidden", .timeLimit(.minutes(3)))
struct HiddenMusicTests {
    private static let unknown = PlaceholderValues(texts: [
        "music": "0000000000000000", "title": "Silentium", "artist": "Unheard", "album": "Nothing",
        "playlist": "Nowhere", "playlist-id": "0000000000000001", "to-do": "98765", "artist-to-do": "98766",
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
                #expect(found.code != 0 || template.hasPrefix("list ") || template.hasPrefix("playlists "))
            }
            #expect(try await program.column("number,title,done", "todo").suffix(2) == Self.toDos)
            #expect(try await program.column("title", "list --bookmarked") == ["River"])
        }
    }

    @Test("Given hidden music, then each route responds as to unknown music")
    func routesHideMusic() async throws {
        try await withHiddenMusic { program, hidden in
            try await InProcessServer.run(program, ["--age", "12"]) { served in
                for (method, path, body) in ListenerRuleCoverage.routes {
                    let requests = [hidden, Self.unknown].map { values in
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
            #expect(try await program.column("number,title,done", "todo").suffix(2) == Self.toDos)
            #expect(try await program.column("title", "list --bookmarked") == ["River"])
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
            #expect(documents == ["bookmarks.json", "playlists.json", "sources.json", "todos.ics"])
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
            try await program.run("bookmark \(music)")
            try await addToDos(1...40, to: program)
            try await program.run(words: ["todo", "add", "Hear it", "--music", music])
            try await program.run(words: ["todo", "add", "See them", "--artist", "eminem"])
            let values = [
                "music": music, "title": "River", "artist": "Eminem", "album": "Revival", "playlist": "Hard",
                "playlist-id": playlist, "to-do": "41", "artist-to-do": "42",
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
        let file = program.home.appending(path: "rest.ics")
        try Data("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(items)END:VCALENDAR\r\n".utf8).write(to: file)
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
