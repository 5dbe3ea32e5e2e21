import AudioFiles
import Foundation
import TestServer
import Testing

@Suite("Story: I hear what is in my folder of music")
struct FolderAcceptanceTests {
    private let folder = MusicFolder()

    @Test("Given a folder of audio files, when I sync it, then my library lists its songs")
    func addsAndSyncsFolder() async throws {
        let program = try await filled()
        let rows = try await program.run("list --plain --fields title,artist,album,duration,downloaded,source").lines
        #expect(
            rows == [
                "Canada\tLow\tTrust\t2\ttrue\tMusic", "Übung\tMotörhead\t\t2\ttrue\tMusic",
                "캐롤 🎄\t챔버오케스트라\tÜmlaut\t2\ttrue\tMusic",
            ])
        #expect(try await !program.run("list").output.contains("⤓"))
        #expect(try await program.run("sync").output.contains("unchanged"))
    }

    @Test("Given a song of several artists, then each one's page and list show it as tagged")
    func showsSongOfSeveralArtists() async throws {
        try folder.add("artists.m4a", as: "Duet.m4a")
        let program = try await filled()
        for name in ["ann", "BOB", "Cy"] {
            for command in ["artist", "list --artist"] {
                let artists = try await program.column("artist", "\(command) \(name)")
                #expect(Set(artists).subtracting([""]) == ["Bob, Ann"], "\(command) \(name): \(artists)")
            }
        }
        #expect(try await program.column("title", "list").count == 4)
    }

    @Test("Given a bookmark, when I move and retag the file, then id and bookmark stay")
    func keepsBookmarkOfMovedFile() async throws {
        let program = try await filled()
        let id = try #require(try await program.column("id", "list 캐롤").first)
        try await program.run("bookmark \(id)")
        try folder.remove("song.ogg")
        try folder.add("retagged.ogg", as: "New/Place/renamed.ogg")
        #expect(try await program.run("sync").output.contains("1 updated"))
        #expect(try await program.column("id", "list --bookmarked") == [id])
        #expect(try await program.column("artist", "list --bookmarked") == ["Another artist"])
    }

    @Test("Given a removed file and a damaged one, then the second sync removes the song")
    func removesSongBesideDamagedFile() async throws {
        let program = try await filled()
        try folder.remove("song.ogg")
        try folder.write(Data("not audio".utf8), to: "broken.mp3")
        #expect(try await program.run("sync").errors.contains("broken.mp3"))
        #expect(try await program.run("sync").output.contains("1 removed"))
        #expect(try await program.column("title", "list").count == 2)
        #expect(try await program.run("sync").output.contains("unchanged"))
    }

    @Test("Given a disk that is not mounted, when I sync, then nothing is removed")
    func keepsSongsOfMissingFolder() async throws {
        let program = try await filled()
        try folder.move("", to: "../Elsewhere")
        let missing = try await program.run("sync")
        #expect(missing.code == 69)
        #expect(missing.errors.contains("the folder does not exist. Check that its disk is mounted"))
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let empty = try await program.run("sync")
        #expect(empty.code == 69)
        #expect(empty.errors.contains("the folder contains no audio files"))
        #expect(try await program.column("title", "list").count == 3)
    }

    @Test("Given a song of my folder, when I download it, then I learn that it is here")
    func needsNoDownload() async throws {
        let program = try await filled()
        let id = try #require(try await program.column("id", "list Canada").first)
        let outcome = try await program.run("download \(id)")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("Skipped 1 song whose audio is already a file on this computer."))
        #expect(try await program.column("title", "list --downloaded").count == 3)
        #expect(try await program.run("downloads --json").output == "[]\n")
    }

    @Test("Given a catalogue with the same song, then one row names both and has the file")
    func mergesWithCatalogue() async throws {
        try await withCatalogueServer { server in
            let song = #"{"title":"Übung","singer":"Motörhead","album":"","duration":3,"file":"a.mp3"}"#
            server.answer("/songs.json", .json(song))
            let program = try Program()
            try await program.addAndSyncSource(server.url("/songs.json"), name: "radio")
            try folder.add("latin1.mp3", as: "latin1.mp3")
            try await fill(program)
            let row = try await program.run("list Motörhead --plain --fields source,audio,downloaded").lines
            let file = "file://\(folder.url.resolvingSymlinksInPath().path)/latin1.mp3"
            #expect(row == ["radio, Music\t\(file)\ttrue"])
            let id = try #require(try await program.column("id", "list Motörhead").first)
            let stream = server.url("/a.mp3").description
            let shown = try await program.run("show \(id)").lines.suffix(2)
            #expect(
                shown == [
                    "record      radio: Übung · Motörhead · 0:03 · \(stream)",
                    "record      Music: Übung · Motörhead · 0:02 · \(file)",
                ])
            let records = try await program.rows("show \(id)").first?["records"] as? [[String: Any]]
            #expect(records?.map { $0["source"] as? String } == ["radio", "Music"])
            #expect(records?.map { $0["audio"] as? String } == [stream, file])
            #expect(try await program.run("show \(id) --json --fields records").output.hasPrefix("[\n{\"records\":[{"))
            try await InProcessServer.run(program) { server in
                for target in ["/music/\(id)", "/api/music/\(id)"] {
                    let text = try await server.get(target).text
                    #expect(text.contains(stream) && !text.contains("file:"), "\(target)")
                }
            }
        }
    }

    @Test("Given a path that is no folder, when I add or sync it, then the error says so")
    func reportsWrongFolder() async throws {
        let program = try Program()
        try folder.add("song.ogg", as: "song.ogg")
        for (path, reason) in [("nothing", "the folder does not exist"), ("song.ogg", "it is not a folder")] {
            let outcome = try await program.run(words: ["source", "add", "folder", "\(folder.path)/\(path)"])
            #expect(outcome.code == 69 && outcome.errors.contains(reason), "\(outcome.errors)")
        }
        #expect(try await program.run(words: ["source", "add", "folder", ""]).code == 64)
        #expect(try await program.run(words: ["source", "add", folder.path, "--name", "disk"]).code == 0)
        try folder.remove("")
        #expect(try await program.run("sync").code == 69)
        #expect(try await program.column("name", "source list") == ["disk"])
    }

    private func filled() async throws -> Program {
        let program = try Program()
        try folder.add("song.ogg", as: "song.ogg")
        try folder.add("latin1.mp3", as: "latin1.mp3")
        try folder.add("untitled.mp3", as: "Low/Trust/3 Canada.mp3")
        try await fill(program)
        return program
    }

    private func fill(_ program: Program) async throws {
        let added = try await program.run(words: ["source", "add", "folder", folder.path])
        #expect(added.code == 0)
        #expect(try await program.run("sync Music").code == 0)
    }
}
