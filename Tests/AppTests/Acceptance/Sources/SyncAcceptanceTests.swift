import Foundation
import TestServer
import Testing

@Suite("Story: I gather music from a catalogue")
struct SyncAcceptanceTests {
    @Test("Given a catalogue, when I add and sync it, then my library lists its songs")
    func addsAndSyncsSource() async throws {
        try await withCatalogueServer { server in
            server.answer("/songs.ndjson", .json(StoryCatalogue.ndjson))
            let program = try Program()
            let added = try await program.run("source add http \(server.url("/songs.ndjson")) --name radio")
            #expect(added.code == 0 && added.errors.contains("Its first song is “"), "\(added.errors)")
            let synced = try await program.run("sync")
            #expect(synced.code == 0)
            #expect(synced.lines.last?.contains("5 added") == true)
            #expect(
                try await program.column("title", "list") == [
                    "9 to 5", "99 Problems", "Changes", "Hyperballad", "We Wish You A Merry Christmas",
                ])
        }
    }

    @Test("Given the FLO document, when I sync it, then one row has title, artist and 3:18")
    func syncsSingleSong() async throws {
        try await Program.withLibrary(of: .json(StoryCatalogue.flo)) { program, _ in
            let lines = try await program.run("list").lines
            #expect(lines.count == 2)
            #expect(lines[1].contains("We Wish You A Merry"))
            #expect(lines[1].contains("챔버오케스트라"))
            #expect(lines[1].hasSuffix("3:18"))
        }
    }

    @Test("Given bad records, when I sync, then they are reported and the others added")
    func reportsSkippedRecords() async throws {
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

    @Test("Given an unchanged catalogue, when I sync again, then it takes one request")
    func unchangedCatalogueCostsOneRequest() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
            let before = server.requests.count
            let again = try await program.run("sync")
            #expect(again.output.contains("unchanged"))
            #expect(server.requests.count == before + 1)
            #expect(server.requests.last?["if-none-match"] == "\"1\"")
        }
    }

    @Test(
        "Given a song that the source removes, then its bookmark returns with it")
    func restoresBookmarkOfReturningSong() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
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

    @Test("Given two catalogues with the same recording, then one row names both")
    func mergesSameRecording() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
            server.answer("/flo.json", .json(StoryCatalogue.flo))
            try await program.addAndSyncSource(server.url("/flo.json"), name: "flo")
            #expect(try await program.column("source", "list wish") == ["radio, flo"])
            #expect(try await program.run("source list --plain --fields name,count").lines == ["radio\t5", "flo\t1"])
        }
    }

    @Test("Given --keep-bookmarked, when I remove a source, then bookmarked songs stay")
    func removesSourceButBookmarks() async throws {
        try await SharedLibrary.story.withCopy { program in
            let id = try #require(try await program.column("id", "list Changes").first)
            try await program.run("bookmark \(id)")
            #expect(try await program.run("source remove radio").code == 64)
            #expect(try await program.column("title", "list").count == 5)
            #expect(try await program.run("source remove radio --keep-bookmarked --force").code == 0)
            let listed = try await program.run("list")
            #expect(listed.lines.count == 2 && listed.output.contains("Changes"))
            #expect(listed.errors == "No source to update from\n")
            #expect(try await program.run("source list --json").output == "[]\n")
        }
    }
}
