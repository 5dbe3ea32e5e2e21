import AudioFiles
import Foundation
import Testing

@Suite(
    "An unreadable part of a folder loses no song",
    .enabled("needs to run the program without root's rights") { await UnprivilegedProgram.isPossible() },
    .timeLimit(.minutes(3)))
struct UnreadableFolderTests {
    @Test("Given an unreadable folder and file, when I sync, then their songs stay")
    func keepsUnreadableSongs() async throws {
        try await withSyncedFolder { program, folder in
            let ids = try await program.column("id", "list")
            try setMode(0, of: folder.path + "/Low")
            try setMode(0, of: folder.path + "/latin1.mp3")
            for _ in 1...3 {
                let outcome = try await program.run("sync")
                #expect(outcome.code == 0, "\(outcome.errors)")
                #expect(try await program.column("name", "playlists") == ["All", "Low"])
                for name in ["Low", "latin1.mp3"] {
                    let reason = "Music: skipped a file: “\(name)” cannot be read: permission is denied"
                    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
                }
                #expect(try await program.column("id", "list") == ids)
            }
            try setMode(0o755, of: folder.path + "/Low")
            try setMode(0o644, of: folder.path + "/latin1.mp3")
            let readable = try await program.run("sync")
            #expect(readable.code == 0 && readable.errors.isEmpty, "\(readable.errors)")
            #expect(try await program.run("source list").errors.isEmpty)
            #expect(try await program.column("id", "list") == ids)
        }
    }

    @Test("Given a source's folder is unreadable, when I sync, then nothing is removed")
    func keepsSongsOfUnreadableFolder() async throws {
        try await withSyncedFolder { program, folder in
            try setMode(0, of: folder.path)
            let outcome = try await program.run("sync")
            #expect(outcome.code == 69)
            #expect(outcome.errors.contains("the folder cannot be read: permission is denied"), "\(outcome.errors)")
            #expect(try await program.column("title", "list").count == 3)
            let listed = try await program.run("source list")
            #expect(listed.errors.contains("the folder cannot be read: permission is denied"))
            try setMode(0o755, of: folder.path)
            #expect(try await program.run("sync").code == 0)
            #expect(try await program.run("source list").errors.isEmpty)
        }
    }

    @Test("Given a song in an unreadable folder, then the server says that it has no audio")
    func refusesUnreadableAudio() async throws {
        try await withSyncedFolder { program, folder in
            let id = try #require(try await program.column("id", "list Übung").first)
            try setMode(0, of: folder.path + "/latin1.mp3")
            try await ServerProcess.run(program) { served in
                let audio = try await served.get("/api/music/\(id)/audio")
                #expect(audio.status >= 400 && !audio.text.contains(folder.path), "\(audio.text)")
            }
        }
    }

    /// Runs the body with a program without root's rights that has synced a folder of three songs.
    private func withSyncedFolder(_ body: (Program, MusicFolder) async throws -> Void) async throws {
        let folder = MusicFolder()
        try folder.add("song.ogg", as: "Low/song.ogg")
        try folder.add("latin1.mp3", as: "latin1.mp3")
        try folder.add("untitled.mp3", as: "Trust/3 Canada.mp3")
        for path in ["All.m3u", "Low/Low.m3u"] { try folder.write(Data("song.ogg".utf8), to: path) }
        let program = UnprivilegedProgram.unprivileged(try Program())
        try setMode(0o777, of: program.home.path)
        try await program.run(words: ["source", "add", "folder", folder.path])
        #expect(try await program.run("sync").code == 0)
        #expect(try await program.column("title", "list").count == 3)
        try await body(program, folder)
        try setMode(0o755, of: folder.path)
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}
