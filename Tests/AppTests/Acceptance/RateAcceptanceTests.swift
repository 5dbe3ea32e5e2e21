import Testing
import FermataApp

@Suite("Story: I rate what I hear")
struct RateAcceptanceTests {
    @Test("Given songs, when I rate them, then I find and sort them by their ratings")
    func ratesSongs() async throws {
        try await SharedLibrary.story.withCopy { program in
            let titles = try await program.column("title", "list")
            let ids = try await program.column("id", "list")
            let rated = try await program.run("rate 3 \(ids[0]) \(ids[1]) --plain --fields title,rating")
            #expect(rated.lines == ["\(titles[0])\t3", "\(titles[1])\t3"], "\(rated.errors)")
            try await program.run("rate 5 \(ids[2])")
            let sorted = [titles[2], titles[0], titles[1], titles[3], titles[4]]
            #expect(try await program.column("title", "list --sort rating") == sorted)
            #expect(try await program.column("title", "list rating:4..") == [titles[2]])
            #expect(try await program.column("title", "list rating:3") == [titles[0], titles[1]])
            #expect(try await program.run("show \(ids[2])").output.contains("★★★★★"))
            let rows = try await program.rows("list --limit 4")
            #expect(rows.map { $0["rating"] as? Int } == [3, 3, 5, nil])
        }
    }

    @Test("Given a rating, when I change or remove it, then I can undo that")
    func undoesRatings() async throws {
        try await SharedLibrary.story.withCopy { program in
            let id = try #require(try await program.column("id", "list").first)
            for stars in [2, 4, 0] { #expect(try await program.run("rate \(stars) \(id)").code == 0) }
            #expect(try await program.column("title", "list rating:1..").isEmpty)
            for stars in ["4", "2"] {
                let undone = try await program.run("undo")
                #expect(undone.code == 0, "\(undone.errors)")
                #expect(try await program.run("list rating:1.. --plain --fields rating").lines == [stars])
            }
        }
    }

    @Test("Given a song that plays, when I rate and bookmark it, then I need no name")
    func ratesPlayingSong() async throws {
        try await SharedLibrary.story.withCopy { program in
            let nothing = try await program.run("rate 5 --playing")
            #expect(nothing.code == 66 && nothing.errors.contains("Nothing is playing."))
            let (ids, titles) = (try await program.column("id", "list"), try await program.column("title", "list"))
            try await InProcessServer.run(program) { served in
                let queue = #"{"music": "\#(ids[1]) \#(ids[2])", "position": "2"}"#
                let stored = try await served.send("PUT", "/api/player/queue", body: queue)
                #expect(stored.status == 200)
            }
            let rated = try await program.run("rate 5 --playing --plain --fields title,rating")
            #expect(rated.lines == ["\(titles[2])\t5"], "\(rated.errors)")
            #expect(try await program.run("bookmark --playing").code == 0)
            #expect(try await program.column("title", "list --bookmarked") == [titles[2]])
            #expect(try await program.run("rate 5 --playing \(ids[0])").code == 64)
        }
    }

    @Test("Given another number, or one unknown id, then no song is rated")
    func refusesOtherNumbers() async throws {
        try await SharedLibrary.story.withCopy { program in
            let id = try #require(try await program.column("id", "list").first)
            for (stars, code) in [("6", 64), ("-1", 64), ("four", 64)] {
                let outcome = try await program.run("rate \(stars) \(id)")
                #expect(outcome.code == code, "\(stars): \(outcome.errors)")
            }
            #expect(try await program.run("rate 4 \(id) 0").code == 66)
            #expect(try await program.column("title", "list rating:1..").isEmpty)
            let invalid = try await program.run("list rating:6")
            #expect(invalid.errors.contains("“6” is not a rating. Write rating:5, or rating:3..5 for a range."))
        }
    }

    @Test("Given words of several songs, then a question decides", arguments: [("y", true), ("n", false)])
    func asks(response: String, isConfirmed: Bool) async throws {
        try await SharedLibrary.band.withCopy { program in
            let (output, errors) = (CapturedOutput(), CapturedOutput())
            let console = Console(output: output, errors: errors, readResponse: { response })
            #expect(await program.run(["rate", "2", "sheeran", "--library", program.library], on: console) == 0)
            #expect(errors.text.contains("Rate all 4 songs? [y/N] "), "\(errors.text)")
            #expect(output.text.contains("★★☆☆☆") == isConfirmed)
            let rated = try await program.column("title", "list rating:2")
            #expect(rated.count == (isConfirmed ? 4 : 0))
        }
    }
}
