import Foundation
import TestServer
import Testing

@Suite("Story: I plan what to hear next")
struct ToDoTests {
    @Test("Given a gig with an address, when I add it, then its screen has a map")
    func addsToDoWithMap() async throws {
        try await withToDos { program in
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

    @Test("Given a to-do, when I check it, then it is done until I uncheck it")
    func checksAndUnchecks() async throws {
        try await withToDos("Buy Low", "Hear Heroes", "See Björk") { program in
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
        try await withToDos("Buy Low", "Hear Heroes") { program in
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
        try await withToDos("Buy Low") { program in
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
        try await withToDos { program in
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
            let places = #"[{"lat":"37.5132","lon":"127.1036","display_name":"Lotte Concert Hall, Songpa-gu, Seoul"}]"#
            server.answer("/search", .json(places))
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
        }
    }

    @Test("Given a song or artist, when I add a to-do about it, then its screen names it")
    func namesItsSubject() async throws {
        try await SharedLibrary.story.withCopy { program in
            let id = try #require(try await program.column("id", "list problems").first)
            #expect(try await program.run("todo add Hear --music \(id)").code == 0)
            #expect(try await program.run("todo add See --artist björk").code == 0)
            #expect(try await program.run("todo show 1").output.contains("99 Problems by JAY-Z"))
            #expect(try await program.run("todo show 2").output.contains("Björk"))
            #expect(try await program.run("todo add Other --music 0").code == 66)
            for option in ["--music", "--artist"] {
                #expect(try await program.run(["todo", "add", "Other", option, ""]).code == 64)
            }
            #expect(try await program.run("todo add Other --music \(id) --age 12").code == 66)
            #expect(try await program.run("todo show 1 --age 12").code == 66)
            #expect(try await program.column("number", "todo --age 12") == ["2"])
            for form in ["ics", "plist"] {
                #expect(try await program.spawn("todo export - --format \(form)").output.contains(id))
                let young = try await program.spawn("todo export - --format \(form) --age 12")
                #expect(young.code == 0 && young.output.contains("See") && !young.output.contains(id))
            }
        }
    }

    @Test(
        "Given a list, when I export and import it, then both formats restore all of it",
        arguments: ["ics", "plist"])
    func exportsAndImports(form: String) async throws {
        try await withToDos("Buy Low", "Hear, “Heroes”; \\ 영웅") { program in
            try await program.run("todo check 1")
            let file = program.home.appending(path: "list.\(form)").path
            #expect(try await program.run("todo export \(file)").code == 0)
            let refused = try await program.run("todo export \(file)")
            #expect(refused.code == 73 && refused.errors.contains("--force"))
            let another = try Program()
            let imported = try await another.run("todo import \(file)")
            #expect(imported.code == 0 && imported.output.contains("2 to-dos added"))
            #expect(try await another.column("title,done", "todo") == program.column("title,done", "todo"))
            #expect(try await another.run("todo import \(file)").output.contains("2 already exist"))
        }
    }

    @Test("Given an address in a town, then its place is marked, and the address is stored")
    func marksTownOnlyPlace() async throws {
        try await withToDos { program in
            let words = ["--place", "Lotte Concert Hall", "--address", "300 Olympic-ro, Songpa-gu, Seoul"]
            try await program.run(words: ["todo", "add", "Carols"] + words)
            #expect(try await program.run("todo").output.contains("≈ Lotte Concert Hall"))
            let shown = try await program.run("todo show 1").output
            for text in ["300 Olympic-ro, Songpa-gu, Seoul", "E (town centre)", "The map shows the town centre."] {
                #expect(shown.contains(text), "\(text)")
            }
            let row = try #require(try await program.rows("todo").first)
            #expect(row["address"] as? String == "300 Olympic-ro, Songpa-gu, Seoul")
            #expect(row["townOnly"] as? Bool == true && row["place"] as? String == "Lotte Concert Hall")
            let file = program.home.appending(path: "plans.ics").path
            try await program.run("todo export \(file)")
            #expect(try await program.run("todo import \(file)").output.contains("1 already exists"))
        }
    }

    @Test("Given dates and times, when I sort by date, then the undated come last")
    func sortsByDate() async throws {
        try await withToDos("Buy Low") { program in
            for (title, due) in [("Late", "2026-12-24 19:30"), ("Day", "2026-12-24"), ("Early", "2026-12-23 23:59")] {
                try await program.run(words: ["todo", "add", title, "--due", due])
            }
            #expect(try await program.run("todo").output.contains("12/24/2026, 7:30 PM"))
            #expect(try await program.column("title", "todo") == ["Buy Low", "Late", "Day", "Early"])
            #expect(try await program.column("title", "todo --sort date") == ["Early", "Day", "Late", "Buy Low"])
            let reversed = try await program.column("title", "todo list --sort date --reverse")
            #expect(reversed == ["Late", "Day", "Early", "Buy Low"])
            #expect(try await program.run("todo --sort title").code == 64)
        }
    }

    @Test("Given a relative day, then it becomes a date; other words name the forms")
    func readsRelativeDays() async throws {
        try await withToDos { program in
            var program = program
            program.stopTime()
            for due in ["today", "tomorrow", "+1w", "sunday", "fri 19:30"] {
                #expect(try await program.run(words: ["todo", "add", due, "--due", due]).code == 0, "\(due)")
            }
            let dates = try await program.column("due", "todo")
            #expect(dates.prefix(3).map(\.count) == [10, 10, 10] && dates[4].count == 20)
            let days = dates.prefix(3).compactMap { try? Date($0 + "T12:00:00Z", strategy: .iso8601) }
            #expect(days.map { Int($0.timeIntervalSince(days[0])) } == [0, 86_400, 7 * 86_400])
            let refused = try await program.run(words: ["todo", "add", "x", "--due", "someday"])
            #expect(refused.code == 64, "\(refused.errors)")
            #expect(refused.errors.contains("today, tomorrow, friday, +3d or +2w"))
        }
    }

    @Test("Given a to-do, when I edit it, then only what I gave changes")
    func editsToDo() async throws {
        try await withToDos("Buy Low", "Hear Heroes") { program in
            try await program.run("todo check 2")
            let words = ["--due", "2026-12-24 19:30", "--place", "Hall", "--address", "Berlin, Germany"]
            let edited = try await program.run(words: ["todo", "edit", "2"] + words)
            #expect(edited.code == 0 && edited.errors.contains("Berlin, Germany"), "\(edited.errors)")
            let row = try #require(try await program.rows("todo").last)
            #expect(row["title"] as? String == "Hear Heroes" && row["done"] as? Bool == true)
            #expect(row["latitude"] as? Double == 52.5244 && row["address"] as? String == "Berlin, Germany")
            try await program.run(words: ["todo", "edit", "2", "--title", "Hear Low", "--due", ""])
            let columns = "number,title,due,place,address,done"
            let expected = ["1\tBuy Low\t\t\t\tfalse", "2\tHear Low\t\tHall\tBerlin, Germany\ttrue"]
            #expect(try await program.column(columns, "todo") == expected)
            try await program.run(words: ["todo", "edit", "2", "--address", "", "--place", ""])
            let bare = try #require(try await program.rows("todo").last)
            #expect(bare["place"] is NSNull && bare["latitude"] is NSNull && bare["townOnly"] is NSNull)
        }
    }

    @Test("Given an invalid change, then nothing changes, and the exit code says why")
    func refusesInvalidEdits() async throws {
        try await withToDos("Buy Low") { program in
            for (words, code) in [
                (["9", "--title", "x"], 66), (["1", "--title", " "], 64), (["1", "--due", "someday"], 64), (["1"], 64),
                (["1", "--music", "a", "--artist", "b"], 64), (["1", "--artist", "Unknown"], 66),
            ] {
                let outcome = try await program.run(words: ["todo", "edit"] + words)
                #expect(outcome.code == code, "\(words): \(outcome.errors)")
            }
            #expect(try await program.column("number,title,due", "todo") == ["1\tBuy Low\t"])
        }
    }

    private func withToDos(_ titles: String..., body: (Program) async throws -> Void) async throws {
        let program = try Program()
        for title in titles { try await program.run(words: ["todo", "add", title]) }
        try await body(program)
    }
}
