import AudioFiles
import Foundation
import TestTraits
import Testing

@Suite("Story: I list music in a file on this computer", .timeLimit(.minutes(3)))
struct FileAcceptanceTests {
    private let folder = MusicFolder()
    private var path: String { "\(folder.path)/songs.csv" }

    @Test("Given a table with audio beside it, when I sync, then its songs are here, bad rows excepted")
    func syncsTable() async throws {
        try folder.add("song.ogg", as: "audio/Carol one.ogg")
        try write(
            "title,duration,singer,file\nCarol,2,Choir,audio/Carol one.ogg\nNo time,,Choir,\nOther,3,Choir,../x.mp3\n")
        let program = try Program()
        let added = try await program.run(words: ["source", "add", path])
        #expect(added.code == 0 && added.errors.contains("Its first song is “Carol” by “Choir”."), "\(added.errors)")
        let synced = try await program.run("sync songs")
        #expect(
            synced.code == 0 && synced.errors.contains("2") && synced.errors.contains("duration"), "\(synced.errors)")
        let rows = try await program.run("list --plain --fields title,downloaded,source").lines
        #expect(rows == ["Carol\ttrue\tsongs", "Other\tfalse\tsongs"])
        #expect(try await program.column("title", "list --downloaded") == ["Carol"])
        #expect(try await program.run("sync").output.contains("unchanged"))
        let listed = try await program.rows("source list").first
        #expect(listed?["kind"] as? String == "file" && listed?["address"] as? String == path)
        try await InProcessServer.run(program) { server in
            let id = try #require(try await program.column("id", "list Carol").first)
            #expect(try await server.get("/api/music/\(id)/audio").status == 200)
            let other = try #require(try await program.column("id", "list Other").first)
            #expect(try await server.get("/api/music/\(other)/audio").status != 200)
            for target in ["/api/music/\(id)", "/api/sources", "/sources", "/sources/songs"] {
                #expect(try await !server.get(target).text.contains("fermata-tests"), "\(target)")
            }
        }
    }

    @Test("Given a file that breaks off or is missing, when I sync, then nothing is removed")
    func removesNothingAfterFailure() async throws {
        try write("title,duration\nA,1\nB,2\n")
        let program = try Program()
        try await program.run(words: ["source", "add", "file", path, "--name", "list"])
        #expect(try await program.run("sync").code == 0)
        try write("title,duration\nA,1\n\"B")
        let broken = try await program.run("sync")
        #expect(broken.code == 65 && broken.errors.contains("the table is not complete, it ends after 1 row"))
        try folder.remove("songs.csv")
        let missing = try await program.run("sync")
        #expect(missing.code == 69 && missing.errors.contains("the file does not exist"), "\(missing.errors)")
        #expect(try await program.column("title", "list") == ["A", "B"])
        try write("title,duration\nB,2\n")
        #expect(try await program.run("sync").output.contains("1 removed"))
        let moved = "\(folder.path)/other.tsv"
        try folder.write(Data("title\tduration\nC\t3\n".utf8), to: "other.tsv")
        #expect(try await program.run(words: ["source", "set", "list", "--address", moved]).code == 0)
        #expect(try await program.run("sync").code == 0)
        #expect(try await program.column("title", "list") == ["C"])
    }

    @Test("Given a path that is no file, when I add it, then the error says so")
    func rejectsOtherPaths() async throws {
        try folder.add("song.ogg", as: "song.ogg")
        let program = try Program()
        for (file, reason) in [("nothing.csv", "the file does not exist"), ("", "it is not a file")] {
            let outcome = try await program.run(words: ["source", "add", "file", "\(folder.path)/\(file)"])
            #expect(outcome.code == 69 && outcome.errors.contains(reason), "\(outcome.errors)")
        }
        #expect(try await program.rows("source list").isEmpty)
    }

    #if os(Linux)
        @Test("Given a server that watches, when I save the file, then its songs are listed without a request")
        func watchesFile() async throws {
            try write("title,duration\nA,1\n")
            let program = try Program()
            try await program.run(words: ["source", "add", "file", path])
            try await InProcessServer.run(program) { server in
                try await waitUntil { try await server.get("/api/music").text.contains("\"A\"") }
                try write("title,duration\nA,1\nNew song,2\n")
                try await waitUntil { try await server.get("/api/music").text.contains("New song") }
            }
        }
    #endif

    private func write(_ text: String) throws { try folder.write(Data(text.utf8), to: "songs.csv") }
}
