import Foundation
import TestServer
import Testing

@Suite("Story: I look through playlists")
struct PlaylistTests {
    @Test("Given a catalogue with playlists, when I list them, then they come by name, and say how much they hold")
    func list() async throws {
        try await BandCatalogue.gathered { program, _ in
            let rows = try await program.run("playlists --plain --fields name,count,missing,source").lines
            #expect(
                rows == ["Hard\t2\t0\tradio", "Love Songs\t3\t0\tradio", "Pop\t1\t0\tradio", "Pop Remix\t3\t1\tradio"])
            #expect(try await program.column("name", "playlists pop") == ["Pop", "Pop Remix"])
            #expect(try await program.column("name", "playlists --limit 1 --offset 1") == ["Love Songs"])
        }
    }

    @Test("Given a playlist's name, or a part of just one, when I open it, then its music comes in its order")
    func open() async throws {
        try await BandCatalogue.gathered { program, _ in
            let love = try await program.column("title", "playlist love")
            #expect(love == ["Perfect", "Stitches", "Thinking Out Loud"])
            #expect(try await program.column("title", "playlist pop") == ["Sugar"])
            let several = try await program.run("playlist o")
            #expect(several.code == 64)
            #expect(several.errors.contains("Pop Remix") && several.errors.contains("Love Songs"))
            #expect(try await program.run("playlist nothing").code == 66)
        }
    }

    @Test("Given a playlist with music that the library lacks, when I open it, then I am told how much")
    func missing() async throws {
        try await BandCatalogue.gathered { program, _ in
            let outcome = try await program.run("playlist remix")
            #expect(outcome.errors.contains("3 songs, 1 not in the library"))
            #expect(outcome.lines.count == 4)
        }
    }

    @Test("Given a young listener, then explicit music is in no playlist, and one of nothing else is left out")
    func youngListener() async throws {
        try await BandCatalogue.gathered { program, _ in
            let names = try await program.column("name", "playlists --age 12")
            #expect(names == ["Love Songs", "Pop", "Pop Remix"])
            #expect(try await program.run("playlist hard --age 12").code == 77)
        }
    }

    @Test("Given playlists that have changed, when I sync, then they are as they are told now")
    func changes() async throws {
        try await BandCatalogue.gathered { program, server in
            server.answer(
                "/lists.ndjson",
                .json(#"[{"id":"p2","name":"Slow","music":["2"]},{"id":"p9","name":"New","music":["1"]}]"#))
            let synced = try await program.run("sync")
            #expect(synced.code == 0)
            #expect(try await program.column("name", "playlists") == ["New", "Slow"])
            #expect(try await program.column("title", "playlist slow") == ["Thinking Out Loud"])
        }
    }

    @Test("Given playlists that cannot be read, when I sync, then the music is there, and I am told what failed")
    func failing() async throws {
        try await BandCatalogue.gathered { program, server in
            server.answer("/lists.ndjson", .status(404))
            server.answer("/songs.ndjson", .json(BandCatalogue.songs[0]))
            let synced = try await program.run("sync")
            #expect(synced.code == 69)
            #expect(synced.errors.contains("/lists.ndjson"))
            #expect(try await program.column("title", "list") == ["Perfect"])
            #expect(try await program.column("name", "playlists").count == 4)
        }
    }

    @Test("Given names with line feeds, when several are told, then none of them makes a line of its own")
    func forgedLine() async throws {
        try await BandCatalogue.gathered { program, server in
            let names = [#"Evil\n  0000  Trusted"#, "Evil Two"]
            let lists = names.enumerated().map { #"{"id":"e\#($0)","name":"\#($1)","music":["1"]}"# }
            server.answer("/lists.ndjson", .json(lists.joined(separator: "\n")))
            try await program.run("sync")
            let several = try await program.run("playlist evil")
            #expect(several.code == 64)
            #expect(several.errors.contains("Evil␊  0000  Trusted – radio"))
            #expect(several.errors.split(separator: "\n").count == 3, "\(several.errors)")
        }
    }

    @Test("Given playlists that are not good, when I sync, then I am told which, and why")
    func skipped() async throws {
        try await BandCatalogue.gathered { program, server in
            let lists = [#"{"id":"p1","name":"Pop","music":["1"]}"#, #"{"id":"p2","name":"","music":["1"]}"#]
            server.answer("/lists.ndjson", .json(lists.joined(separator: "\n")))
            let synced = try await program.run("sync")
            #expect(synced.errors.contains("radio: skipped playlist 2: "), "\(synced.errors)")
        }
    }

    @Test("Given a source with playlists, when I remove it, then they are gone too")
    func removal() async throws {
        try await BandCatalogue.gathered { program, _ in
            try await program.run("source remove radio --force")
            #expect(try await program.column("name", "playlists").isEmpty)
        }
    }
}
