import Foundation
import TestServer
import Testing

@Suite("Story: I make playlists of my own")
struct OwnPlaylistTests {
    private func titles(_ program: Program, _ playlist: String) async throws -> [String] {
        try await program.column("title", "playlist show \(playlist)")
    }

    @Test("Given songs, when I make a playlist and change it, then it has them in my order")
    func makesAndChangesPlaylist() async throws {
        try await SharedLibrary.band.withCopy { program in
            let made = try await program.run("playlist new Mix perfect")
            #expect(made.code == 0 && made.errors == "Created the playlist “Mix” with 1 song.\n")
            let added = try await program.run("playlist add Mix artist:sheeran --all")
            #expect(added.errors == "Added 4 songs to “Mix”.\n")
            try await program.run("playlist insert mix 1 river")
            try await program.run("playlist move mix 3 2 1")
            try await program.run("playlist remove mix 6")
            #expect(
                try await titles(program, "mix") == [
                    "Beautiful People", "Perfect", "River", "Perfect", "Take Me Back to London",
                ])
            let rows = try await program.rows("playlists mix")
            #expect(rows.map { $0["name"] as? String } == ["Mix", "Pop Remix"])
            #expect(rows[0]["count"] as? Int == 5 && rows[0]["kind"] as? String == "own")
            #expect(rows[0]["source"] is NSNull && rows[1]["kind"] as? String == "source")
            let shown = try await program.run("playlist mix")
            #expect(shown.errors == "Mix, own playlist, 5 songs\n")
            #expect(shown.lines[0].hasPrefix("  No.  ID") && shown.lines[1].hasPrefix("    1  "))
            let window = try await program.column("position,title", "playlist mix --limit 1 --offset 4")
            #expect(window == ["5\tTake Me Back to London"])
        }
    }

    @Test("Given a playlist, when I rename and delete it, then undo restores both")
    func renamesAndDeletes() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await program.run("playlist new Mix perfect")
            #expect(try await program.run("playlist rename Mix Blend").errors == "Renamed “Mix” to “Blend”.\n")
            let asked = try await program.run("playlist delete Blend")
            #expect(asked.code == 64 && asked.errors.contains("Use --force to delete without confirmation."))
            let deleted = try await program.run("playlist delete Blend --force")
            #expect(deleted.errors == "Deleted “Blend”. Restore it with: fermata undo\n")
            #expect(try await program.run("playlist Blend").code == 66)
            let actions = try await program.column("action", "undo --list")
            #expect(actions == ["deletePlaylist", "renamePlaylist", "createPlaylist"])
            #expect(try await program.run("undo").errors == "Undone: deleted the playlist “Blend”.\n")
            #expect(try await titles(program, "Blend") == ["Perfect"])
            try await program.run("undo")
            #expect(try await titles(program, "Mix") == ["Perfect"])
        }
    }

    @Test("Given a search that finds several songs, when I add it without a terminal, then nothing changes")
    func asksForSeveralSongs() async throws {
        try await SharedLibrary.band.withCopy { program in
            let refused = try await program.run("playlist new Mix sheeran")
            #expect(refused.code == 64 && refused.errors.contains("To add all of them, use --all."))
            #expect(try await program.column("name", "playlists mix") == ["Pop Remix"])
            try await program.run("playlist new Mix")
            #expect(try await program.run("playlist add Mix sheeran").code == 64)
            #expect(try await program.run("playlist add Mix nothing").code == 66)
            #expect(try await program.run("playlist Mix").errors.contains("It has no songs yet."))
        }
    }

    @Test("Given a source's playlist, when I change it, then I learn to copy it, and change the copy")
    func copiesPlaylistOfSource() async throws {
        try await SharedLibrary.band.withCopy { program in
            for command in ["add Love perfect", "remove love 1", "rename love New", "delete love --force"] {
                let refused = try await program.run("playlist \(command)")
                #expect(refused.code == 77, "\(command)")
                #expect(refused.errors.contains("fermata playlist copy 'Love Songs'"), "\(refused.errors)")
            }
            let copied = try await program.run("playlist copy love")
            #expect(copied.errors == "Copied “Love Songs” to the playlist “Love Songs”, 3 songs.\n")
            try await program.run(words: ["playlist", "remove", "love songs", "1"])
            #expect(try await titles(program, "Love Songs") == ["Stitches", "Thinking Out Loud"])
            #expect(try await program.column("count", "playlists love").sorted() == ["2", "3"])
            #expect(try await program.run("playlist copy pop Hard").code == 0)
            #expect(try await program.run("playlist copy pop Hard").code == 64)
        }
    }

    @Test("Given a saved search, then it lists what it finds now, in its order and up to its limit")
    func savesSearch() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            let saved = try await program.run("playlist save Latest artist:sheeran --sort newest --limit 2")
            #expect(saved.errors == "Saved the search “Latest”.\n")
            #expect(try await titles(program, "Latest") == ["Beautiful People", "Take Me Back to London"])
            #expect(try await program.run("playlist Latest").errors == "Latest, saved search, 2 songs\n")
            let row = try #require(try await program.rows("playlists latest").first)
            #expect(row["query"] as? String == "artist:sheeran" && row["count"] is NSNull)
            server.answer("/songs.ndjson", .json(BandCatalogue.songs[0]))
            try await program.run("sync")
            #expect(try await titles(program, "Latest") == ["Perfect"])
            let refused = try await program.run("playlist add Latest perfect")
            #expect(refused.code == 77 && refused.errors.contains("is a saved search"))
            #expect(try await program.run("playlist delete Latest --force").code == 0)
        }
    }

    @Test("Given a queue, when I save it, then it is a playlist")
    func savesQueue() async throws {
        try await SharedLibrary.band.withCopy { program in
            let empty = try await program.run("playlist save Queue --queue")
            #expect(empty.code == 66 && empty.errors.contains("The queue is empty."))
            try await program.run("player add stitches")
            try await program.run("player add perfect")
            try await program.run("playlist save Queue --queue")
            #expect(try await titles(program, "Queue") == ["Stitches", "Perfect"])
        }
    }

    @Test("Given playlists named like subcommands, then “show” opens them")
    func opensPlaylistNamedLikeSubcommand() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await program.run("playlist new new perfect")
            #expect(try await program.column("title", "playlist show new") == ["Perfect"])
            #expect(try await program.run("playlist new").code == 64)
            #expect(try await program.column("title", "playlist pop remix").count == 3)
            #expect(try await program.run(["playlist", "--help"]).output.contains("SUBCOMMANDS"))
        }
    }

    @Test("Given a young listener, then hidden songs are not shown, counted, moved or added")
    func hidesSongs() async throws {
        try await SharedLibrary.band.withCopy { program in
            for title in ["river", "perfect", "london", "stitches"] {
                try await program.run(title == "river" ? "playlist new Mix river" : "playlist add Mix \(title)")
            }
            let young = "--age 12"
            #expect(try await program.run("playlist Mix \(young)").errors == "Mix, own playlist, 2 songs\n")
            #expect(try await program.run("playlist add Mix river \(young)").code == 66)
            #expect(try await program.run("playlist remove Mix 3 \(young)").code == 66)
            try await program.run("playlist move Mix 2 1 \(young)")
            #expect(
                try await program.column("position,title", "playlist Mix \(young)") == ["1\tStitches", "2\tPerfect"])
            #expect(
                try await titles(program, "Mix") == ["River", "Stitches", "Perfect", "Take Me Back to London"])
            try await program.run("playlist save All --sort title \(young)")
            #expect(try await !titles(program, "All \(young)").contains("River"))
        }
    }

    @Test("Given wrong arguments, then nothing changes, and the exit code says why")
    func refusesWrongArguments() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await program.run("playlist new Mix perfect")
            for (command, code) in [
                ("new mix", 64), ("move Mix 1", 64), ("move Mix 1 x", 64), ("remove Mix 2", 66), ("remove Mix 0", 66),
                ("insert Mix 3 stitches", 66), ("add Nothing stitches", 66), ("save X", 64),
                ("save X --queue --limit 1", 64),
                ("new Other --json --fields bar", 64), ("rename Mix --json", 64),
            ] {
                #expect(try await program.run("playlist \(command)").code == Int32(code), "\(command)")
            }
            #expect(try await program.run(words: ["playlist", "new", "  "]).code == 64)
            #expect(try await program.column("name,count", "playlists").first == "Hard\t2")
            #expect(try await titles(program, "Mix") == ["Perfect"])
        }
    }

    @Test("Given exported playlists, when I import them, then the library has them again")
    func exportsAndImports() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await program.run("playlist new Mix perfect")
            try await program.run("playlist add Mix silence")
            for ending in ["m3u8", "xspf"] {
                let file = program.home.appending(path: "mix.\(ending)").path
                let exported = try await program.run("playlist export Mix \(file)")
                #expect(exported.errors == "Wrote “Mix”, 2 songs, to \(file).\n")
                #expect(try await program.run("playlist export Mix \(file)").code == 73)
                #expect(try await program.run("playlist export Mix \(file) --force").code == 0)
                let imported = try await program.run("playlist import \(file) --name \(ending)")
                #expect(imported.errors == "Imported “\(ending)” with 2 songs.\n")
                #expect(try await titles(program, ending) == ["Perfect", "Silence"])
                #expect(try await program.run("playlist import \(file)").code == 64)
            }
            let file = try program.write(
                "#EXTINF:9,Nobody - Nothing\na.mp3\n#EXTINF:206,Shawn Mendes - Stitches\nb.mp3\n", to: "a.m3u")
            let partly = try await program.run("playlist import \(file.path)")
            #expect(partly.errors == "Imported “a” with 1 of 2 songs. Not in the library:\n  Nobody - Nothing\n")
            let none = try program.write("x.mp3\n", to: "b.m3u")
            #expect(try await program.run("playlist import \(none.path)").code == 66)
            #expect(try await program.run("playlist import \(program.home.path)/missing.m3u").code == 66)
            #expect(try await program.run("playlist export Mix \(program.home.path)/a.mp3").code == 64)
            #expect(try await program.run("playlist export Mix \(program.library)").code == 64)
        }
    }

    @Test("Given an export of the library, when I import it elsewhere, then my playlists come with it")
    func exportsPersonalData() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await program.run("playlist new Mix perfect")
            try await program.run("playlist save Folk genre:folk --limit 3")
            try await program.run("playlist share Mix")
            try await program.run("library export \(program.home.path)/export")
            try await SharedLibrary.band.withCopy { other in
                let imported = try await other.run("library import \(program.home.path)/export")
                #expect(imported.code == 0, "\(imported.errors)")
                #expect(try await titles(other, "Mix") == ["Perfect"])
                #expect(try await other.run("playlists mix").output.contains("own, shared"))
                try await other.run("library export \(other.home.path)/again")
                #expect(try playlists(of: other, in: "again") == playlists(of: program, in: "export"))
                let row = try #require(try await other.rows("playlists folk").first)
                #expect(row["query"] as? String == "genre:folk")
            }
        }
    }

    /// The document of playlists in an export.
    private func playlists(of program: Program, in folder: String) throws -> String {
        try String(contentsOfFile: "\(program.home.path)/\(folder)/playlists.json", encoding: .utf8)
    }
}
