import Foundation
import TestServer
import TestTraits
import Testing
import FermataApp

@Suite("Story: I name songs by words")
struct NamedSongsTests {
    @Test("Given words of one song, then each command that takes ids takes them")
    func takesWords() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/2.mp3", .audio(.varied(count: 1_000, seed: 2)))
            let marked = try await program.run("bookmark thinking loud --plain --fields title").lines
            #expect(marked == ["Thinking Out Loud"])
            #expect(try await program.column("title", "list --bookmarked") == ["Thinking Out Loud"])
            #expect(try await program.run("show thinking").output.contains("Thinking Out Loud"))
            #expect(try await program.run("download thinking --plain --fields state").lines == ["downloaded"])
            #expect(try await program.run("lyrics thinking").errors == "This song has no lyrics.\n")
            #expect(try await program.run("player add thinking").code == 0)
            #expect(try await program.column("title", "player queue") == ["Thinking Out Loud"])
            #expect(try await program.run(words: ["todo", "add", "Hear", "--music", "thinking loud"]).code == 0)
            #expect(try await program.run("download --remove thinking").errors == "Removed 1 download.\n")
            #expect(try await program.run("unbookmark is:bookmarked").code == 0)
            #expect(try await program.column("title", "list --bookmarked").isEmpty)
            #expect(try await program.run("rate 4 thinking loud --plain --fields rating").lines == ["4"])
        }
    }

    @Test("Given words of several songs and no terminal, then they are listed, and nothing changes")
    func listsSeveralSongs() async throws {
        let cases: [String] = [
            "bookmark", "unbookmark", "rate 3", "rate 0", "download", "download --remove", "show", "lyrics",
            "player add",
        ]
        try await SharedLibrary.band.withCopy { program in
            for command in cases {
                let outcome = try await program.run("\(command) sheeran")
                #expect(outcome.code == 64 && outcome.output.isEmpty, "\(command)")
                #expect(outcome.errors.hasPrefix("4 songs match “sheeran”. To "), "\(outcome.errors)")
                #expect(
                    outcome.errors.contains("use --all") && outcome.errors.contains("Perfect – Ed Sheeran, ÷"),
                    "\(command)")
                let id = try await program.id("perfect").prefix(10)
                #expect(outcome.errors.contains("\n  \(id)  Perfect"), "\(command)")
                #expect(try await program.column("title", "list --bookmarked").isEmpty, "\(command)")
                #expect(try await program.run("player queue").errors.contains("The queue is empty."), "\(command)")
                #expect(try await program.column("title", "downloads").isEmpty, "\(command)")
            }
        }
    }

    @Test("Given mistyped words, then I see close songs, and --yes is another name of --all")
    func suggestsCloseSongs() async throws {
        try await SharedLibrary.band.withCopy { program in
            for command in ["bookmark thinking laud", "rate 3 artist:sheerann", "player add --yes thinkink"] {
                let outcome = try await program.run(command)
                #expect(outcome.code == 66 && outcome.errors.contains("Close names are:\n"), "\(outcome.errors)")
                #expect(outcome.errors.contains(" – Ed Sheeran"), "\(outcome.errors)")
            }
            #expect(try await program.run("bookmark --yes sheeran --plain").lines.count == 4)
        }
    }

    @Test("Given --all, then a command acts on all songs that the words find")
    func actsOnAll() async throws {
        try await SharedLibrary.band.withCopy { program in
            #expect(try await program.run("bookmark sheeran -- -perfect --all").code != 0)
            #expect(try await program.run("bookmark --all sheeran album:no.6").lines.count == 3)
            let titles = ["Beautiful People", "Take Me Back to London"]
            #expect(try await program.column("title", "list --bookmarked") == titles)
            let shown = try await program.run("show --all is:bookmarked").output
            #expect(titles.allSatisfy(shown.contains) && shown.contains("\n\n"))
            #expect(try await program.column("title", "show --all sheeran").count == 4)
            try await program.run("player add --all is:bookmarked")
            #expect(try await program.column("title", "player queue").count == 2)
            #expect(try await program.run("bookmark --all sheeran --age 12 --plain").lines.count == 3)
        }
    }

    @Test("Given an album or an artist, then all songs are added by album, and I see what was done")
    func addsGroups() async throws {
        try await SharedLibrary.band.withCopy { program in
            let titles = try await program.column("title", "list --artist sheeran --sort album")
            let added = try await program.run("player add --artist sheeran")
            #expect(added.errors == "Added \(titles.count) songs to the queue.\n" && added.output.hasPrefix("■"))
            #expect(try await program.column("title", "player queue").sorted() == titles.sorted())
            let album = try #require(try await program.column("album", "list --artist sheeran").first)
            let count = try await program.column("title", "list --album \(album)").count
            let words = ["player", "add", "--next", "--album", album, "--artist", "sheeran"]
            let next = try await program.run(words: words)
            #expect(next.errors == "\(count) \(count == 1 ? "song" : "songs") will play next.\n")
            #expect(try await program.run("player move 1 2 1 --to-end").errors == "Moved 2 songs in the queue.\n")
            #expect(try await program.run("player remove 1").errors == "Removed 1 song from the queue.\n")
            #expect(try await program.run("player remove 2 --json").errors.isEmpty)
            #expect(try await program.run("player clear").errors == "Removed all songs from the queue.\n")
            try await program.run("playlist new Mix --artist sheeran")
            try await program.run(words: ["playlist", "insert", "Mix", "1", "--album", album])
            #expect(try await program.column("title", "playlist Mix").count == titles.count + count)
            for command in ["player add", "player add love --album x", "playlist add Mix", "playlist add Mix --all"] {
                #expect(try await program.run(command).code == 64, "\(command)")
            }
            for command in [
                "player add --all --album x", "playlist new Other --all --artist sheeran", "bookmark --all --album x",
                "download --all --artist sheeran", "play --all --album x",
            ] {
                let refused = try await program.run(command)
                #expect(refused.code == 64 && refused.errors.contains("with words"), "\(command)")
            }
            #expect(try await program.run("player add --album nowhere").code == 66)
        }
    }

    @Test("Given a terminal, then a question decides", arguments: [("y", true), ("n", false), ("", false)])
    func asks(response: String, isConfirmed: Bool) async throws {
        try await SharedLibrary.band.withCopy { program in
            let (output, errors) = (CapturedOutput(), CapturedOutput())
            let console = Console(output: output, errors: errors, readResponse: { response })
            let code = await program.run(
                ["bookmark", "sheeran", "--plain", "--fields", "title", "--library", program.library], on: console)
            #expect(code == 0)
            #expect(errors.text.contains("4 songs match “sheeran”.\n"), "\(errors.text)")
            #expect(errors.text.contains("Bookmark all 4 songs? [y/N] "), "\(errors.text)")
            #expect(!errors.text.contains("--all"))
            #expect(errors.text.contains("Nothing was changed.") == !isConfirmed)
            let bookmarked = try await program.column("title", "list --bookmarked")
            #expect(bookmarked.count == (isConfirmed ? 4 : 0))
        }
    }

    @Test("Given words that several songs have, then a to-do is about none of them")
    func refusesSeveralSongsOfToDo() async throws {
        try await SharedLibrary.band.withCopy { program in
            let outcome = try await program.run("todo add Hear --music sheeran")
            #expect(outcome.code == 64 && outcome.errors.contains("A to-do is about one song."), "\(outcome.errors)")
            #expect(try await program.run("todo --plain").lines.isEmpty)
        }
    }

    @Test(
        "Given words without a match, then the message says so; an empty library says how to fill it",
        arguments: ["bookmark", "show", "download", "play", "player add"])
    func explainsMissingSongs(command: String) async throws {
        try await SharedLibrary.band.withCopy { program in
            let outcome = try await program.run("\(command) nosuchword")
            #expect(outcome.code == 66 && outcome.errors == "No music matches “nosuchword”.\n", "\(outcome.errors)")
        }
        let program = try Program()
        try await program.createLibrary()
        let empty = try await program.run("\(command) nosuchword")
        #expect(empty.code == 66 && empty.errors.contains("fermata source add folder"), "\(empty.errors)")
        #expect(!empty.errors.contains("bowie"))
    }

    @Test("Given a part of an album's name, then its songs are in the order of its tracks")
    func listsAlbum() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            let tracks = [("b", 1, 2), ("c", 1, 1), ("a", 2, 1)].map { title, disc, track in
                #"{"id":"\#(title)","singer":"Low","album":"Long Division","title":"\#(title)","duration":9,"#
                    + #""albumArtist":"Low & Co","#
                    + #""genre":"slow","released":"1995-05-01","lyrics":"\#(title == "a" ? "la" : "")","#
                    + #""disc":\#(disc),"track":\#(track)}"#
            }
            server.answer("/low.ndjson", .json(tracks.joined(separator: "\n")))
            try await program.addAndSyncSource(server.url("/low.ndjson"), name: "low")
            let fields = "albumArtist,disc,track,title,year,genre,lyrics"
            #expect(
                try await program.run("list --album division --plain --fields \(fields)").lines == [
                    "Low & Co\t1\t1\tc\t1995\tslow\tfalse", "Low & Co\t1\t2\tb\t1995\tslow\tfalse",
                    "Low & Co\t2\t1\ta\t1995\tslow\ttrue",
                ])
            #expect(try await program.column("title", "list --album division --sort title") == ["a", "b", "c"])
            #expect(try await program.run("show title:a album:long --plain --fields track,lyrics").lines == ["1\ttrue"])
            #expect(try await program.column("lyrics", "bookmark title:c album:long") == ["false"])
            let row = try #require(try await program.rows("list --album division").first)
            #expect(row["track"] == nil && row["albumArtist"] == nil && row["lyrics"] == nil)
            let several = try await program.run("list --album v")
            #expect(several.code == 0, "an exact name comes first: \(several.errors)")
            let ambiguous = try await program.run("list --album vi")
            #expect(ambiguous.code == 64 && ambiguous.errors.contains("Revival"), "\(ambiguous.errors)")
            #expect(try await program.run("list --album nothing").code == 66)
        }
    }

    @Test("Given a limit, then a playlist and each kind of row on an artist's page have at most that many rows")
    func limitsLists() async throws {
        try await SharedLibrary.band.withCopy { program in
            let second = try await program.column("title", "playlist love --limit 1 --offset 1")
            #expect(second == ["Stitches"])
            #expect(try await program.column("kind", "artist sheeran --limit 1").filter { $0 != "message" }.count == 4)
            let newest = try await program.column("title", "artist sheeran --sort newest --reverse").dropFirst(3)
            #expect(newest.prefix(2) == ["Thinking Out Loud", "Perfect"])
            let byTitle = try await program.column("title", "artist sheeran --sort title").dropFirst(3)
            #expect(byTitle.first == "Beautiful People")
            #expect(try await program.run("artist sheeran --sort album").code == 64)
        }
    }

    @Test("Given a source whose last sync failed, then lists for a person say so, and others do not")
    func notesFailedSync() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/songs.ndjson", .html("<p>Sign in"))
            try await program.run("sync")
            for command in ["list", "artist sheeran", "playlists", "playlist love"] {
                let errors = try await program.run(command).errors
                #expect(errors.components(separatedBy: "The last sync of “radio” failed").count == 2, "\(errors)")
                #expect(try await program.run(command + " --json").errors.isEmpty)
            }
            #expect(try await !program.run("list --refresh").errors.contains("The last sync of"))
        }
    }
}
