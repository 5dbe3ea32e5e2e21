import Foundation
import TestServer
import Testing

@Suite("Story: I plan what to hear next")
struct ToDoTests {
    @Test("Given a gig with an address, when I add it, then its screen has a map")
    func addsToDoWithMap() async throws {
        try await planned { program in
            let added = try await program.run(
                words: ["todo", "add", "Carols", "--due", "2026-12-24", "--place", "Lotte Concert Hall"]
                    + [
                        "--address", "300 Olympic-ro, Songpa-gu, Seoul, South Korea", "--description",
                        "Bring a friend.",
                    ])
            #expect(added.code == 0)
            #expect(added.errors.contains("South Korea"))
            let listed = try await program.run("todo")
            #expect(listed.output.contains("To-do\n"))
            #expect(listed.output.contains("Carols") && listed.output.contains("12/24/2026"))
            let shown = try await program.run("todo show 1")
            for text in [
                "Carols", "Bring a friend.", "Thursday, December 24, 2026", "Lotte Concert Hall", "500 m", "◉",
            ] {
                #expect(shown.output.contains(text), "\(text)")
            }
            #expect(shown.output.contains("https://www.openstreetmap.org/?mlat=37."))
            let row = try #require(try await program.rows("todo").first)
            #expect(row["due"] as? String == "2026-12-24" && row["done"] as? Bool == false)
            #expect(try #require(row["latitude"] as? Double).rounded() == 38)
        }
    }

    @Test("Given a gig, then each command's change persists")
    func everyCommandPersists() async throws {
        try await planned { program in
            try await program.run(words: ["todo", "add", "Carols", "--address", "서울특별시 송파구 올림픽로 300"])
            #expect(try await program.column("number,title,done", "todo") == ["1\tCarols\tfalse"])
            #expect(try await program.run("todo show 1").output.contains("◉"))
            #expect(try await program.run("todo --done").errors.hasPrefix("Nothing is done yet."))
            #expect(try await program.column("title,done", "todo check 1") == ["Carols\ttrue"])
            #expect(try await program.column("title,done", "todo --done") == ["Carols\ttrue"])
            #expect(try await program.column("title,done", "todo uncheck 1") == ["Carols\tfalse"])
            #expect(try await program.column("title,done", "todo --to-do") == ["Carols\tfalse"])
            #expect(try await program.run("todo remove 1 --force").code == 0)
            let empty = try await program.run("todo list")
            #expect(empty.code == 0 && empty.output == "" && empty.errors.contains("fermata todo add"))
        }
    }

    @Test("Given a to-do, when I check it, then it is done until I uncheck it")
    func checksAndUnchecks() async throws {
        try await planned("Buy Low", "Hear Heroes", "See Björk") { program in
            let checked = try await program.run("todo check 1 3")
            #expect(checked.code == 0 && checked.output.contains("✓ Buy Low"))
            #expect(try await program.column("title", "todo --to-do") == ["Hear Heroes"])
            #expect(try await program.column("title", "todo") == ["Hear Heroes", "Buy Low", "See Björk"])
            #expect(try await program.run("todo").output.contains("Done\n"))
            try await program.run("todo uncheck 1")
            #expect(
                try await program.column("title,done", "todo") == [
                    "Hear Heroes\tfalse", "Buy Low\tfalse", "See Björk\ttrue",
                ])
        }
    }

    @Test("Given a to-do, when I remove it, then I confirm, and it is gone")
    func removesAfterConfirmation() async throws {
        try await planned("Buy Low", "Hear Heroes") { program in
            let unasked = try await program.run("todo remove 2")
            #expect(unasked.code == 64 && unasked.errors.contains("--force"))
            #expect(try await program.column("number", "todo") == ["1", "2"])
            #expect(try await program.run("todo remove 2 --force").code == 0)
            #expect(try await program.run("todo show 2").code == 66)
            try await program.run(words: ["todo", "add", "See Björk"])
            #expect(try await program.column("number,title", "todo") == ["1\tBuy Low", "3\tSee Björk"])
        }
    }

    @Test("Given an existing item, when I add it again, then I see its number")
    func doesNotAddTwice() async throws {
        try await planned("Buy Low") { program in
            let again = try await program.run(words: ["todo", "add", "Buy Low"])
            #expect(again.code == 0 && again.errors.contains("already on the list, as number 1"))
            try await program.run("todo check 1")
            let done = try await program.run(words: ["todo", "add", "Buy Low"])
            #expect(done.code == 0 && done.errors.contains("done"))
            #expect(try await program.column("title", "todo") == ["Buy Low"])
        }
    }

    @Test("Given an unknown address, when I add it, then the to-do has no map, and says why")
    func addsToDoWithUnknownAddress() async throws {
        try await planned { program in
            let added = try await program.run(
                words: ["todo", "add", "A gig", "--address", "Qwertyuiop \"'; DROP TABLE todo"])
            #expect(added.code == 0 && added.errors.contains("no place was found for “Qwertyuiop"))
            let row = try #require(try await program.rows("todo").first)
            #expect(row["place"] as? String == "Qwertyuiop \"'; DROP TABLE todo" && row["latitude"] is NSNull)
        }
    }

    @Test(
        "Given my own geocoder, then its place is used, and a failure loses no to-do"
    )
    func usesConfiguredGeocoder() async throws {
        try await withCatalogueServer { server in
            let answer = #"[{"lat":"37.5132","lon":"127.1036","display_name":"Lotte Concert Hall, Songpa-gu, Seoul"}]"#
            server.answer("/search", .json(answer))
            var program = try Program()
            program.environment["FERMATA_GEOCODER_URL"] = server.url("") + "?key=secret"
            let found = try await program.run(words: ["todo", "add", "Carols", "--address", "300 Olympic-ro"])
            #expect(found.code == 0 && found.errors.contains("Lotte Concert Hall, Songpa-gu, Seoul"))
            #expect(try await program.rows("todo").first?["latitude"] as? Double == 37.5132)
            #expect(try Data(contentsOf: URL(filePath: program.library)).firstRange(of: Data("secret".utf8)) == nil)
            await server.stop()
            let lost = try await program.run(words: ["todo", "add", "A gig", "--address", "Elsewhere"])
            #expect(lost.code == 0 && lost.errors.contains("cannot look up"))
            #expect(try await program.column("title", "todo") == ["Carols", "A gig"])
            try program.remove()
        }
    }

    @Test("Given a song or artist, when I add a to-do about it, then its screen names it")
    func namesItsSubject() async throws {
        try await StoryCatalogue.gathered { program, _ in
            let id = try #require(try await program.column("id", "list problems").first)
            #expect(try await program.run("todo add Hear --music \(id)").code == 0)
            #expect(try await program.run("todo add See --artist björk").code == 0)
            #expect(try await program.run("todo show 1").output.contains("99 Problems by JAY-Z"))
            #expect(try await program.run("todo show 2").output.contains("Björk"))
            #expect(try await program.run("todo add Other --music 0").code == 66)
            #expect(try await program.run("todo add Other --music \(id) --age 12").code == 77)
            #expect(try await program.run("todo show 1 --age 12").output.contains("99 Problems") == false)
            #expect(try await program.column("number,music", "todo --age 12") == ["1\t", "2\t"])
            for form in ["ics", "plist"] {
                #expect(try await program.spawn("todo export - --format \(form)").output.contains(id))
                let young = try await program.spawn("todo export - --format \(form) --age 12")
                #expect(young.code == 0 && young.output.contains("Hear") && !young.output.contains(id))
            }
        }
    }

    @Test(
        "Given a list, when I export and import it, then both formats restore all of it",
        arguments: ["ics", "plist"])
    func exportsAndImports(form: String) async throws {
        try await planned("Buy Low", "Hear, “Heroes”; \\ 영웅") { program in
            try await program.run("todo check 1")
            let file = program.home.appending(path: "list.\(form)").path
            #expect(try await program.run("todo export \(file)").code == 0)
            let refused = try await program.run("todo export \(file)")
            #expect(refused.code == 73 && refused.errors.contains("--force"))
            let another = try Program()
            let imported = try await another.run("todo import \(file)")
            #expect(imported.code == 0 && imported.output.contains("2 to-dos added"))
            #expect(try await another.column("title,done", "todo") == program.column("title,done", "todo"))
            #expect(try await another.run("todo import \(file)").output.contains("2 there already"))
            try another.remove()
        }
    }

    private func planned(_ titles: String..., body: (Program) async throws -> Void) async throws {
        let program = try Program()
        for title in titles { try await program.run(words: ["todo", "add", title]) }
        try await body(program)
        try program.remove()
    }
}
