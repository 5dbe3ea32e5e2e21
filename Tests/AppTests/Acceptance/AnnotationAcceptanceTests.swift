import Testing
import FermataApp

@Suite("Story: I bookmark and rate albums and artists")
struct AnnotationAcceptanceTests {
    @Test("Given albums, when I bookmark and rate them, then lists show that, and songs stay")
    func annotatesAlbums() async throws {
        try await SharedLibrary.albums.withCopy { program in
            let marked = try await program.run("bookmark --album division --album now --plain --fields name,bookmarked")
            #expect(marked.lines == ["Long Division\ttrue", "Now 1\ttrue"], "\(marked.errors)")
            let rated = try await program.run("rate 4 --album hits --artist queen")
            #expect(rated.code == 0 && rated.output.contains("★★★★☆"), "\(rated.errors)")
            let id = try #require(try await program.column("id", "albums abba").first)
            #expect(try await program.run("rate 2 --album \(id) --plain --fields rating").lines == ["2"])
            for words in ["--bookmarked", "is:bookmarked"] {
                #expect(try await program.column("name", "albums \(words)") == ["Long Division", "Now 1"])
            }
            #expect(try await program.column("artist", "albums rating:3..") == ["Queen"])
            #expect(try await program.column("title", "list is:bookmarked").isEmpty)
            #expect(try await program.column("title", "list rating:1..").isEmpty)
            #expect(try await program.run("unbookmark --album now").code == 0)
            #expect(try await program.column("name", "albums --bookmarked") == ["Long Division"])
        }
    }

    @Test("Given artists, when I bookmark and rate them, then the list shows that")
    func annotatesArtists() async throws {
        try await SharedLibrary.albums.withCopy { program in
            #expect(try await program.run("artists --bookmarked").errors.hasPrefix("No artist is bookmarked yet."))
            #expect(try await program.run("bookmark --artist queen --artist LOW").code == 0)
            #expect(try await program.run("rate 5 --artist abba").output.contains("★★★★★"))
            #expect(try await program.column("name", "artists --bookmarked") == ["Low", "Queen"])
            let low = try await program.run("artists low --plain --fields bookmarked,rating").lines
            let abba = try await program.run("artists --album-artists abba --plain --fields bookmarked,rating").lines
            #expect(low == ["true\t"] && abba == ["false\t5"])
        }
    }

    @Test("Given changes of albums and artists, then each command is undone at once")
    func undoesChanges() async throws {
        try await SharedLibrary.albums.withCopy { program in
            try await program.run("rate 2 --album division")
            try await program.run("rate 5 --album division --album now")
            try await program.run("bookmark --artist queen")
            let list = try await program.run("undo --list --plain --fields action,count,title,artist").lines
            #expect(list == ["bookmark\t1\t\tQueen", "rate\t2\tLong Division\tLow", "rate\t1\tLong Division\tLow"])
            #expect(try await program.run("undo").errors == "Undone: bookmarked the artist “Queen”.\n")
            let undone = try await program.run("undo").errors
            #expect(undone == "Undone: rated the album “Long Division” by Low and 1 more.\n", "\(undone)")
            #expect(try await program.column("name", "albums rating:2") == ["Long Division"])
            #expect(try await program.column("name", "artists --bookmarked").isEmpty)
        }
    }

    @Test("Given a wrong name, or songs as well, then nothing changes")
    func refusesWrongNames() async throws {
        let cases =
            [
                ("bookmark", 64), ("bookmark violence --album division", 64), ("rate 3 --artist low violence", 64),
                ("bookmark --album hits", 64), ("bookmark --album division --album nothing", 66),
                ("bookmark --artist low --artist nobody", 66), ("rate 6 --album division", 64),
                ("bookmark --album hits --artist queen --artist abba", 64),
            ] as [(String, Int32)]
        try await SharedLibrary.albums.withCopy { program in
            for (command, code) in cases {
                let outcome = try await program.run(command)
                #expect(outcome.code == code && outcome.output.isEmpty, "\(command): \(outcome.errors)")
            }
            #expect(try await program.run("undo --list --plain").lines.isEmpty)
        }
    }
}
