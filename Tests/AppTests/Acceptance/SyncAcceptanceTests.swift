import Foundation
import TestServer
import Testing

@Suite("Story: I gather music from a catalogue")
struct SyncAcceptanceTests {
    @Test("Given a catalogue's address, when I add and sync it, then my library lists its music")
    func gather() async throws {
        try await withCatalogueServer { server in
            server.answer("/songs.ndjson", .json(StoryCatalogue.ndjson))
            let program = try Program()
            let added = try await program.run("source add http \(server.url("/songs.ndjson")) --name radio")
            #expect(added.code == 0)
            let synced = try await program.run("sync")
            #expect(synced.code == 0)
            #expect(synced.lines.last?.contains("5 added") == true)
            #expect(
                try await program.column("title", "list") == [
                    "9 to 5", "99 Problems", "Changes", "Hyperballad", "We Wish You A Merry Christmas",
                ])
        }
    }

    @Test("Given the FLO document alone, when I sync it, then there is one row: its title, artist and 3:18")
    func flo() async throws {
        try await withCatalogueServer { server in
            server.answer("/song.json", .json(StoryCatalogue.flo))
            let program = try Program()
            try await program.gather(server.url("/song.json"))
            let lines = try await program.run("list").lines
            #expect(lines.count == 2)
            #expect(lines[1].contains("We Wish You A Merry"))
            #expect(lines[1].contains("챔버오케스트라"))
            #expect(lines[1].hasSuffix("3:18"))
        }
    }

    @Test("Given a catalogue with bad records, when I sync it, then they are skipped and told, and the good ones kept")
    func badRecords() async throws {
        try await withCatalogueServer { server in
            let bad = [#"{"singer":"x","duration":1}"#, #"{"title":"y","duration":-1}"#, #"{"title":"#]
            server.answer("/songs.ndjson", .json(StoryCatalogue.ndjson + bad.joined(separator: "\n") + "\n"))
            let program = try Program()
            try await program.run("source add http \(server.url("/songs.ndjson")) --name radio")
            let synced = try await program.run("sync")
            #expect(synced.code == 0)
            #expect(synced.output.contains("5 added, 3 skipped"))
            #expect(synced.errors.contains("radio: skipped record 6: title is missing"))
            #expect(synced.errors.contains("radio: skipped record 7: duration is negative"))
        }
    }

    @Test("Given a catalogue that has not changed, when I sync it again, then it costs one round trip")
    func unchanged() async throws {
        try await StoryCatalogue.gathered { program, server in
            let before = server.requests.count
            let again = try await program.run("sync")
            #expect(again.output.contains("unchanged"))
            #expect(server.requests.count == before + 1)
            #expect(server.requests.last?["if-none-match"] == "\"1\"")
        }
    }

    @Test(
        "Given a song that left the catalogue, when I sync, then it leaves my library; its bookmark comes back with it")
    func vanished() async throws {
        try await StoryCatalogue.gathered { program, server in
            let id = try #require(try await program.column("id", "list Changes").first)
            try await program.run("bookmark \(id)")
            server.answer("/songs.ndjson", .json(StoryCatalogue.songs.dropFirst().joined(separator: "\n")))
            #expect(try await program.run("sync").output.contains("1 removed"))
            #expect(try await program.column("title", "list Changes").isEmpty)
            server.answer("/songs.ndjson", .json(StoryCatalogue.ndjson))
            try await program.run("sync")
            #expect(try await program.column("title", "list --bookmarked") == ["Changes"])
        }
    }

    @Test("Given two catalogues with the same recording, then it is one row that names both")
    func merged() async throws {
        try await StoryCatalogue.gathered { program, server in
            server.answer("/flo.json", .json(StoryCatalogue.flo))
            try await program.gather(server.url("/flo.json"), name: "flo")
            #expect(try await program.column("source", "list wish") == ["radio, flo"])
            #expect(try await program.run("source list --plain --fields name,count").lines == ["radio\t5", "flo\t1"])
        }
    }

    @Test("Given a source with bookmarked music, when I remove it but keep what is bookmarked, then just that stays")
    func removed() async throws {
        try await StoryCatalogue.gathered { program, _ in
            let id = try #require(try await program.column("id", "list Changes").first)
            try await program.run("bookmark \(id)")
            #expect(try await program.run("source remove radio").code == 64)
            #expect(try await program.column("title", "list").count == 5)
            #expect(try await program.run("source remove radio --keep-bookmarked --force").code == 0)
            #expect(try await program.column("title", "list") == ["Changes"])
            #expect(try await program.run("source list --json").output == "[]\n")
        }
    }
}
