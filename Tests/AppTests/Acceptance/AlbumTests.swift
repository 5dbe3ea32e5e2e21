import Foundation
import TestServer
import Testing

@Suite("Story: I look through albums and genres")
struct AlbumTests {
    @Test("Given albums, when I list them, then each has its artist, year, songs and duration")
    func listsAlbums() async throws {
        try await SharedLibrary.albums.withCopy { program in
            let rows = try await program.run("albums --plain --fields name,artist,year,discs,songs,duration").lines
            #expect(
                rows == [
                    "Greatest Hits\tAbba\t1976\t1\t1\t100", "Greatest Hits\tQueen\t1981\t1\t1\t100",
                    "Long Division\tLow\t1995\t2\t3\t300", "Now 1\tVarious Artists\t2001\t1\t2\t200",
                ])
            let table = try await program.run("albums").output
            #expect(table.contains("Long Division") && table.contains("1995") && table.contains("5:00"))
        }
    }

    @Test("Given an order, when I list albums, then they are in it, and reversed on request")
    func sortsAlbums() async throws {
        let cases = [
            ("--sort artist", ["Abba", "Low", "Queen", "Various Artists"]),
            ("--sort newest", ["Various Artists", "Low", "Queen", "Abba"]),
            ("--sort newest --reverse", ["Abba", "Queen", "Low", "Various Artists"]),
            ("--sort name --limit 1 --offset 2", ["Low"]), ("--artist guest", ["Low", "Various Artists"]),
        ]
        try await SharedLibrary.albums.withCopy { program in
            for (options, artists) in cases {
                #expect(try await program.column("artist", "albums \(options)") == artists, "\(options)")
            }
            let random = try await program.column("id", "albums --sort random --seed 7")
            #expect(try await program.column("id", "albums --sort random --seed 7") == random)
            #expect(try await Set(program.column("id", "albums")) == Set(random))
            #expect(try await program.run("albums --seed 7").code == 64)
        }
    }

    @Test("Given words, genres and years, when I search albums, then one song of each matches all of them")
    func searchesAlbums() async throws {
        let cases = [
            ("division", ["Long Division"]), ("hits abba", ["Greatest Hits"]), ("genre:slow", ["Long Division"]),
            ("genre:pop year:1970..1979", ["Greatest Hits"]), ("year:2001", ["Now 1"]),
            ("title:violence", ["Long Division"]),
        ]
        try await SharedLibrary.albums.withCopy { program in
            for (words, names) in cases {
                #expect(try await program.column("name", "albums \(words)") == names, "\(words)")
            }
            let none = try await program.run("albums violence")
            #expect(none.code == 0 && none.errors == "No album matches “violence”.\n", "\(none.errors)")
            try await program.run("bookmark violence")
            #expect(try await program.run("albums --bookmarked").errors.hasPrefix("No album is bookmarked yet."))
            try await program.run("bookmark --album division")
            #expect(try await program.column("name", "albums --bookmarked") == ["Long Division"])
        }
    }

    @Test("Given an album of two discs, when I open it, then its songs are by disc and track")
    func opensAlbum() async throws {
        try await SharedLibrary.albums.withCopy { program in
            let fields = "disc,track,title,lyrics"
            #expect(
                try await program.run("album long division --plain --fields \(fields)").lines
                    == ["1\t1\tViolence\ttrue", "1\t2\tBelow\tfalse", "2\t1\tShame\tfalse"])
            let outcome = try await program.run("album division")
            let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
            #expect(lines.filter { $0.hasPrefix("Disc") } == ["Disc 1", "Disc 2"])
            #expect(lines.contains { $0.hasSuffix("1 Violence 1:40") })
            #expect(lines.contains { $0.hasSuffix("1 Shame Guest 1:40") })
            #expect(outcome.errors.contains("Long Division by Low, 1995, 2 discs, 3 songs, 5 minutes"))
            let id = try #require(try await program.column("id", "albums division").first)
            #expect(try await program.column("title", "album \(id.prefix(8)) --limit 1 --offset 2") == ["Shame"])
            #expect(try await program.run("album nothing").code == 66)
        }
    }

    @Test("Given two albums of one name, when I open it, then I choose one by its artist or id")
    func choosesAlbum() async throws {
        try await SharedLibrary.albums.withCopy { program in
            let several = try await program.run("album greatest hits")
            #expect(several.code == 64 && several.errors.contains("Greatest Hits – Queen"), "\(several.errors)")
            #expect(try await program.column("title", "album hits --artist queen") == ["We Will Rock You"])
            let titles = try await program.column("title", "list --album hits")
            #expect(titles == ["Fernando", "We Will Rock You"], "the songs of both, by artist")
            let played = try await program.run("play --album hits")
            #expect(played.code == 64 && played.errors.contains("Greatest Hits – Abba"), "\(played.errors)")
        }
    }

    @Test("Given a mistyped name, then I see close names")
    func suggestsCloseNames() async throws {
        try await SharedLibrary.albums.withCopy { program in
            for command in ["album long divisoin", "play --album divizion", "list --album long-divizion"] {
                let outcome = try await program.run(command)
                #expect(outcome.code == 66 && outcome.errors.contains("Long Division – Low"), "\(outcome.errors)")
            }
            let albums = try await program.run("albums divizion")
            #expect(albums.code == 0 && albums.errors.contains("Close names are:\n"), "\(albums.errors)")
            #expect(albums.errors.contains("Long Division – Low"))
            #expect(try await program.run("albums zzzz").errors == "No album matches “zzzz”.\n")
            #expect(try await program.run("albums divizion --json").errors.isEmpty)
            #expect(try await program.run("list divizion").errors.contains("Close names are:\n"))
            let artist = try await program.run("artist quean")
            #expect(artist.code == 66 && artist.errors.hasSuffix("Close names are:\n  Queen\n"), "\(artist.errors)")
        }
    }

    @Test("Given genres, when I list them, then each has its numbers of songs and albums")
    func listsGenres() async throws {
        try await SharedLibrary.albums.withCopy { program in
            let rows = try await program.run("genres --plain").lines
            #expect(rows == ["pop\t3\t2", "slow\t3\t1", "rock\t1\t1"])
            #expect(try await program.column("name", "genres --sort name --limit 2") == ["pop", "rock"])
        }
    }

    @Test("Given artists, when I list those of songs or of albums, then each has its count")
    func listsArtists() async throws {
        try await SharedLibrary.albums.withCopy { program in
            let albums = try await program.run("artists --album-artists --plain --fields name,albums").lines
            #expect(albums == ["Abba\t1", "Low\t1", "Queen\t1", "Various Artists\t1"])
            let songs = try await program.run("artists que --plain --fields name,songs").lines
            #expect(songs == ["Queen\t1"])
            #expect(try await program.column("name", "artists --limit 1 --offset 1") == ["Guest"])
            #expect(try await program.run("artists zzz").errors == "No artist has “zzz” in the name.\n")
        }
    }

    @Test("Given an album, then its JSON has every key, and unknown values are null")
    func printsEveryKey() async throws {
        try await SharedLibrary.albums.withCopy { program in
            let row = try #require(try await program.rows("albums division").first)
            #expect(row["genres"] as? [String] == ["slow"] && row["released"] as? String == "1995-05-01")
            #expect(row["explicit"] as? String == "unknown" && row["plays"] as? Int == 0)
            #expect(row["artwork"] is NSNull && row["played"] is NSNull)
            #expect(row.count == 16)
        }
    }
}

/// Two albums of one name, one of two discs, and a compilation.
enum AlbumCatalogue {
    private static let songs = [
        song("Fernando", "Abba", "Greatest Hits", 1976, "pop"),
        song("We Will Rock You", "Queen", "Greatest Hits", 1981, "rock"),
        song("Shame", "Guest", "Long Division", 1995, "slow", place: (2, 1), others: byLow),
        song("Below", "Low", "Long Division", 1995, "slow", place: (1, 2)),
        song("Violence", "Low", "Long Division", 1995, "slow", others: #""lyrics":"la","#),
        song("First", "Guest", "Now 1", 2001, "pop", others: compilation),
        song("Second", "Other", "Now 1", 2001, "pop", place: (1, 2), others: compilation),
    ]

    private static let byLow = #""albumArtist":"Low","#
    private static let compilation = #""albumArtist":"Various Artists","#

    /// Runs the body with a program whose library contains the catalogue, and with its server.
    static func withSyncedLibrary(_ body: (Program, CatalogueServer) async throws -> Void) async throws {
        try await Program.withLibrary(of: .json(songs.joined(separator: "\n")), body)
    }

    private static func song(
        _ title: String, _ artist: String, _ album: String, _ year: Int, _ genre: String,
        place: (disc: Int, track: Int) = (1, 1), others: String = ""
    ) -> String {
        #"{"id":"\#(title)","singer":"\#(artist)","album":"\#(album)","title":"\#(title)","duration":100,"#
            + #""file":"\#(title).mp3","released":"\#(year)-05-01","genre":"\#(genre)",\#(others)"#
            + #""disc":\#(place.disc),"track":\#(place.track)}"#
    }
}
