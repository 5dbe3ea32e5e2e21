import Foundation
import TestServer
import Testing

@Suite("Story: I look through playlists")
struct PlaylistTests {
    @Test("Given playlists, when I list them, then they are in order with their counts")
    func listsPlaylists() async throws {
        try await SharedLibrary.band.withCopy { program in
            let rows = try await program.run("playlists --plain --fields name,count,missing,source").lines
            #expect(
                rows == ["Hard\t2\t0\tradio", "Love Songs\t3\t0\tradio", "Pop\t1\t0\tradio", "Pop Remix\t3\t1\tradio"])
            #expect(try await program.column("name", "playlists pop") == ["Pop", "Pop Remix"])
            #expect(try await program.column("name", "playlists --limit 1 --offset 1") == ["Love Songs"])
        }
    }

    @Test("Given a part of one name, when I open it, then I see its songs in order")
    func opensPlaylistByPartOfName() async throws {
        try await SharedLibrary.band.withCopy { program in
            let love = try await program.column("title", "playlist love")
            #expect(love == ["Perfect", "Stitches", "Thinking Out Loud"])
            #expect(try await program.column("title", "playlist pop") == ["Sugar"])
            let several = try await program.run("playlist o")
            #expect(several.code == 64)
            #expect(several.errors.contains("Pop Remix") && several.errors.contains("Love Songs"))
            #expect(try await program.run("playlist nothing").code == 66)
            let id = try #require(try await program.column("id", "playlists love").first)
            #expect(try await program.column("title", "playlist \(id.prefix(10))") == love)
        }
    }

    @Test("Given a playlist with missing songs, when I open it, then I see how many")
    func countsMissingSongs() async throws {
        try await SharedLibrary.band.withCopy { program in
            let outcome = try await program.run("playlist remix")
            #expect(outcome.errors.contains("3 songs, 1 not in the library"))
            #expect(outcome.lines.count == 4)
        }
    }

    @Test("Given changed playlists, when I sync, then the library has the changes")
    func syncsChangedPlaylists() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer(
                "/lists.ndjson",
                .json(#"[{"id":"p2","name":"Slow","music":["2"]},{"id":"p9","name":"New","music":["1"]}]"#))
            let synced = try await program.run("sync")
            #expect(synced.code == 0)
            #expect(try await program.column("name", "playlists") == ["New", "Slow"])
            #expect(try await program.column("title", "playlist slow") == ["Thinking Out Loud"])
        }
    }

    @Test("Given names with line feeds, when candidates are listed, then each has one line")
    func namesCannotForgeLines() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
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

    @Test("Given bad playlists, when I sync, then I see which and why")
    func reportsBadPlaylists() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            let lists = [#"{"id":"p1","name":"Pop","music":["1"]}"#, #"{"id":"p2","name":"","music":["1"]}"#]
            server.answer("/lists.ndjson", .json(lists.joined(separator: "\n")))
            let synced = try await program.run("sync")
            #expect(synced.errors.contains("radio: skipped playlist 2: "), "\(synced.errors)")
        }
    }
}
