import Foundation
import Testing

@Suite("Story: I open an artist's page")
struct ArtistTests {
    @Test("Given an artist, when I open the page, then I see albums, songs, playlists and artists")
    func artistPageHasFourSections() async throws {
        try await SharedLibrary.band.withCopy { program in
            let rows = try await program.run("artist sheeran --plain --fields kind,title").lines
            #expect(
                rows == [
                    "album\tNo.6", "album\t÷", "album\tx",
                    "track\tPerfect", "track\tBeautiful People", "track\tThinking Out Loud",
                    "track\tTake Me Back to London",
                    "playlist\tLove Songs", "playlist\tHard", "playlist\tPop Remix",
                    "relatedArtist\tShawn Mendes", "relatedArtist\tEminem", "relatedArtist\tMaroon 5",
                ])
            let table = try await program.run("artist sheeran").output
            #expect(table.contains("Beautiful People") && table.contains("Pop Remix") && table.contains("Maroon 5"))
            let headings = table.split(separator: "\n").filter { !$0.contains("  ") }
            #expect(headings == ["Albums", "Songs", "Playlists", "Related artists"])
        }
    }

    @Test("Given a part of one name, when I open the page, then it is that artist's")
    func findsArtistByPartOfName() async throws {
        try await SharedLibrary.band.withCopy { program in
            #expect(try await program.column("artist", "artist mendes").first == "Shawn Mendes")
            for command in ["artist", "list --artist"] {
                let several = try await program.run("\(command) e")
                #expect(several.code == 64)
                for name in ["Ed Sheeran", "Eminem", "Shawn Mendes"] { #expect(several.errors.contains(name)) }
                let unknown = try await program.run("\(command) beatles")
                #expect(unknown.code == 66)
                #expect(unknown.errors.contains("“beatles”"))
            }
        }
    }

    @Test("Given a sort mode, when I open the page, then its tracks are in that order")
    func sortsTracks() async throws {
        let cases: [(String, [String])] = [
            ("alphabetical", ["3", "1", "4", "2"]), ("alphabetical-descending", ["2", "4", "1", "3"]),
            ("popular", ["1", "3", "2", "4"]), ("newest", ["3", "4", "1", "2"]),
        ]
        let titles = [
            "1": "Perfect", "2": "Thinking Out Loud", "3": "Beautiful People", "4": "Take Me Back to London",
        ]
        try await SharedLibrary.band.withCopy { program in
            for (mode, order) in cases {
                let shown = try await program.run(
                    [
                        "artist", "Ed Sheeran", "--sort", mode, "--plain", "--fields", "title", "--library",
                        program.library,
                    ])
                #expect(Array(shown.lines.dropFirst(3).prefix(4)) == order.compactMap { titles[$0] }, "\(mode)")
            }
        }
    }

    @Test("Given a bookmarked track, when I request bookmarked first, then it is first")
    func showsBookmarkedTracksFirst() async throws {
        try await SharedLibrary.band.withCopy { program in
            let id = try #require(try await program.column("id", "list thinking").first)
            try await program.run("bookmark \(id)")
            let songs = try await program.column("title", "artist sheeran --bookmarked-first").dropFirst(3)
            #expect(songs.first == "Thinking Out Loud")
            #expect(try await program.column("title", "artist sheeran").dropFirst(3).first == "Perfect")
        }
    }

    @Test("Given a limit, when I open the page, then each kind has that many rows")
    func limitsPlaylistsAndRelatedArtists() async throws {
        try await SharedLibrary.band.withCopy { program in
            let rows = try await program.run("artist sheeran --limit 1 --related 1 --plain --fields kind,title").lines
            #expect(rows.contains("playlist\tLove Songs") && rows.contains("relatedArtist\tShawn Mendes"))
            #expect(rows.filter { $0.hasPrefix("playlist") || $0.hasPrefix("relatedArtist") }.count == 2)
            #expect(try await program.run("artist sheeran --related -1").code == 64)
            let none = try await program.run("artist sheeran --related 0 --plain --fields kind,title").lines
            #expect(none.count == 7 && none.allSatisfy { $0.hasPrefix("album") || $0.hasPrefix("track") }, "\(none)")
        }
    }

    @Test("Given an artist in no playlist, when I open the page, then I see the tracks")
    func showsArtistWithoutPlaylists() async throws {
        try await SharedLibrary.band.withCopy { program in
            let outcome = try await program.run("artist loner --plain --fields kind,title")
            #expect(outcome.code == 0)
            #expect(outcome.lines == ["album\tAlone", "track\tSilence"])
        }
    }

    @Test("Given --json, then each row has its kind, and a track has every key of a song")
    func printsKindAndEveryKey() async throws {
        try await SharedLibrary.band.withCopy { program in
            let rows = try await program.rows("artist sheeran")
            let keys = Set(try #require(try await program.rows("list perfect").first).keys)
            #expect(rows.allSatisfy { keys.union(["kind", "count", "shared", "missing"]).isSubset(of: $0.keys) })
            let album = try #require(rows.first)
            #expect(album["kind"] as? String == "album" && album["count"] as? Int == 2)
            #expect(album["title"] as? String == "No.6" && album["duration"] as? Int == 386)
            let playlist = try #require(rows.first { $0["title"] as? String == "Pop Remix" })
            #expect(playlist["kind"] as? String == "playlist")
            #expect(playlist["count"] as? Int == 3)
            #expect(playlist["missing"] as? Int == 1)
            #expect(playlist["shared"] as? Int == 1)
            #expect(playlist["duration"] is NSNull)
        }
    }
}
