import Foundation
import TestServer
import Testing
import FermataApp

@Suite("Story: I look after my sources")
struct SourceTests {
    @Test("Given a new source, when I add it, then I see which command reads it")
    func namesNextCommand() async throws {
        let program = try Program()
        let added = try await program.run("source add http http://127.0.0.1:1/songs --name radio")
        #expect(added.code == 0 && added.output.contains("radio"))
        #expect(
            added.errors == """
                Cannot read http://127.0.0.1:1/songs: the connection was refused, no server listens at this address. Check \
                the network and the address, and try again. The source is added all the same.
                To read it into the library, run: fermata sync radio

                """)
        let more = try await program.run("source add http http://127.0.0.1:1/more --json")
        #expect(more.output.contains("/more") && !more.errors.contains("fermata sync"))
    }

    @Test("Given a web address, when I add it without a kind, then it is a catalogue")
    func addsAddressAlone() async throws {
        let program = try Program()
        for address in ["http://127.0.0.1:1/songs", "HTTPS://localhost:1/songs"] {
            #expect(try await program.run("source add \(address)").code == 0)
        }
        #expect(try await program.column("kind", "source list") == ["http", "http"])
        let refused = try await program.run("source add example.org")
        #expect(refused.code == 64 && refused.errors.contains("fermata source add http https://example.org/songs.json"))
    }

    @Test("Given a source, when I rename it, then songs, ids, bookmarks and playlists stay")
    func renamesSource() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            let before = try await program.column("id", "list")
            try await program.run("bookmark \(before[0])")
            let row = try await program.rows("source set radio --name home")
            #expect(row.first?["name"] as? String == "home" && row.first?["count"] as? Int == 8)
            #expect(try await program.column("source", "list --limit 1") == ["home"])
            let requests = server.requests.count
            #expect(try await program.run("sync home").output.contains("unchanged"))
            #expect(server.requests.count == requests + 2)
            server.answer("/songs.ndjson", .json(BandCatalogue.songs.joined(separator: "\n")))
            try await program.run("sync home")
            #expect(try await program.column("id", "list") == before)
            #expect(try await program.column("id", "list --bookmarked") == [before[0]])
            #expect(try await program.column("title", "playlist love").count == 3)
        }
    }

    @Test("Given another address, when I sync, then songs change, and bookmarks stay")
    func changesAddress() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
            let id = try #require(try await program.column("id", "list Changes").first)
            try await program.run("bookmark \(id)")
            server.answer("/new/songs.ndjson", .json(StoryCatalogue.songs.prefix(2).joined(separator: "\n")))
            let changed = try await program.run("source set radio --address \(server.url("/new/songs.ndjson"))")
            #expect(changed.code == 0 && changed.errors == "To read it into the library, run: fermata sync radio\n")
            #expect(try await program.column("id", "list").count == 5)
            #expect(try await program.run("sync").output.contains("1 updated, 3 removed"))
            #expect(try await program.column("id", "list --bookmarked") == [id])
            #expect(try await program.column("artwork", "list Changes") == [server.url("/new/c/1.jpg")])
        }
    }

    @Test("Given --no-playlists, then a source's playlists are removed and not read again")
    func removesPlaylists() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            #expect(try await program.run("source set radio --no-playlists").code == 0)
            #expect(try await program.column("name", "playlists").isEmpty)
            let requests = server.requests.count
            try await program.run("sync")
            #expect(server.requests.count == requests + 1)
            try await program.run("source set radio --playlists lists.ndjson")
            try await program.run("sync")
            #expect(try await program.column("name", "playlists").count == 4)
        }
    }

    @Test("Given a bad change, then it is refused, and the source stays as it is")
    func refusesBadChange() async throws {
        let cases: [(String, String, String)] = [
            ("radio", "--name other", "other"), ("radio", "--name a,b", "comma"),
            ("radio", "--address ftp://x/", "ftp"), ("radio", "--address http://127.0.0.1:1/other", "“other”"),
            ("nope", "--name a", "nope"), ("radio", "", "--name"), ("radio", "--no-playlists --playlists a", "one of"),
        ]
        let program = try Program()
        try await program.run("source add http http://127.0.0.1:1/songs --name radio")
        try await program.run("source add http http://127.0.0.1:1/other --name other")
        let before = try await program.run("source list --plain").output
        for (source, options, reason) in cases {
            let outcome = try await program.run("source set \(source) \(options)")
            #expect([64, 66].contains(outcome.code) && outcome.errors.contains(reason), "\(outcome.errors)")
            #expect(try await program.run("source list --plain").output == before, "\(source)")
        }
    }

    @Test("Given an address of another source, when I add it, then I see that source’s name")
    func refusesKnownAddress() async throws {
        let program = try Program()
        try await program.run("source add http http://127.0.0.1:1/songs --name radio")
        let again = try await program.run("source add http HTTP://127.0.0.1:001/songs --name again")
        #expect(again.code == 64 && again.errors.contains("“radio” has this address already"), "\(again.errors)")
        #expect(try await program.column("name", "source list") == ["radio"])
    }

    @Test("Given playlists that fail, when I sync, then I see that only songs are updated")
    func separatesPlaylistsFromSongs() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/songs.ndjson", .json(BandCatalogue.songs.dropLast().joined(separator: "\n")))
            server.answer("/lists.ndjson", .status(404))
            let synced = try await program.run("sync")
            #expect(synced.code == 69 && synced.output.contains("refreshed") && synced.output.contains("1 removed"))
            #expect(synced.errors.contains("The songs of radio are updated, its playlists are not."))
            #expect(synced.errors.contains("lists.ndjson: the server returned 404 Not Found"), "\(synced.errors)")
            let row = try #require(try await program.rows("sync").first)
            #expect(row["reason"] is NSNull && row["playlistsReason"] as? String != nil)
            #expect(try await program.column("name", "playlists").count == 4)
        }
    }

    @Test("Given an unknown name, when I remove it, then I see that before any question")
    func checksNameBeforeQuestion() async throws {
        let program = try Program()
        try await program.createLibrary()
        let unknown = try await program.run("source remove nope")
        #expect(unknown.errors.contains("nope") && !unknown.errors.contains("--force"), "\(unknown.errors)")
        let known = try await program.run("source remove radio")
        #expect(known.code == 64 && known.errors.contains("Use --force to remove without confirmation."))
        #expect(try await program.column("name", "source list") == ["radio"])
    }

    @Test("Given a terminal, when I remove a source, then only yes removes it")
    func asksForConfirmation() async throws {
        let program = try Program()
        try await program.run("source add http http://127.0.0.1:1/songs --name radio")
        let arguments = ["source", "remove", "radio", "--library", program.library]
        for (answer, message, count) in [("n", "Nothing was removed.", 1), ("y", "Removed radio.", 0)] {
            let errors = CapturedOutput()
            let console = Console(
                output: CapturedOutput(), errors: errors, progressSize: { (80, 24) }, readResponse: { answer })
            #expect(await program.run(arguments, on: console) == 0)
            #expect(errors.text.contains("Remove radio and all songs") && errors.text.contains(message))
            #expect(try await program.column("name", "source list").count == count)
        }
    }

    @Test("Given a young listener, then no command shows how many songs sources have")
    func hidesCounts() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            #expect(try await program.rows("source list --age 12").first?["count"] is NSNull)
            #expect(try await !program.run("source list --age 12").output.contains("8 songs"))
            server.answer("/songs.ndjson", .json(BandCatalogue.songs.dropLast(2).joined(separator: "\n")))
            let synced = try #require(try await program.rows("sync --age 12").first)
            #expect(synced["result"] as? String == "refreshed")
            for key in ["added", "updated", "unchanged", "removed", "skipped", "playlistsUnchanged"] {
                #expect(synced[key] is NSNull, "\(key)")
            }
            #expect(try await program.run("sync --age 12").lines.last?.split(separator: " ").count == 2)
            #expect(try await program.rows("source list").first?["count"] as? Int == 6)
        }
    }
}
