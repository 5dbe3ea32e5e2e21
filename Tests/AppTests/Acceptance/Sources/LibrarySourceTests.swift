import AudioFiles
import Foundation
import TestTraits
import Testing

@Suite("Story: my library reads another one on this computer", .timeLimit(.minutes(3)))
struct LibrarySourceTests {
    private let folder = MusicFolder()

    @Test("Given another library, when I add it by its path, then I have its songs, with marks of my own")
    func readsLibrary() async throws {
        try folder.add("song.ogg", as: "Choir/Carol.ogg")
        let (family, mine) = (try Program(), try Program())
        try await family.run(words: ["source", "add", "folder", folder.path, "--name", "music"])
        try await family.run("sync")
        let title = try #require(try await family.column("title", "list").first)
        try await family.run(words: ["bookmark", title, "--all"])
        let added = try await mine.run(words: ["source", "add", family.library, "--name", "family"])
        #expect(added.code == 0 && added.errors.contains(title), "\(added.errors)")
        #expect(try await mine.run("sync").code == 0)
        #expect(try await mine.column("title", "list").count == family.column("title", "list").count)
        #expect(try await mine.column("title", "list --bookmarked") == [])
        let marked = try await mine.run(words: ["bookmark", title, "--all"])
        #expect(marked.code == 0 && !marked.errors.contains("wait"), "\(marked.errors)")
        #expect(try await mine.run("sync").output.contains("unchanged"))
        let downloaded = try await mine.run(words: ["download", title, "--all"])
        #expect(downloaded.code == 0, "\(downloaded.errors)")
        let own = try await mine.run(words: ["source", "add", "library", mine.library, "--name", "me"])
        #expect(own.code == 64 && own.errors.contains("is this library itself"), "\(own.errors)")
        let missing = try await mine.run(words: ["source", "add", "library", mine.library + ".none", "--name", "no"])
        #expect(missing.code == 69 && missing.errors.contains("the file does not exist"), "\(missing.errors)")
    }

    @Test("Given two libraries that read each other, then lyrics, audio and artwork come to an end")
    func endsCircle() async throws {
        try folder.add("song.ogg", as: "Choir/Carol.ogg")
        let programs = [try Program(), try Program()]
        for program in programs {
            try await program.run(words: ["source", "add", "folder", folder.path, "--name", "music"])
            try await program.run("sync")
        }
        for (program, other) in [(programs[0], programs[1]), (programs[1], programs[0])] {
            try await program.run(words: ["source", "add", "library", other.library, "--name", "other"])
        }
        for program in programs + programs { #expect(try await program.run("sync").code == 0) }
        for program in programs {
            let ids = try await program.column("id", "list")
            #expect(ids.count == 1)
            let lyrics = try await program.run("lyrics \(ids[0])")
            #expect([0, 66, 69].contains(lyrics.code), "\(lyrics.errors)")
            try await InProcessServer.run(program) { served in
                let audio = try await served.get("/api/music/\(ids[0])/audio")
                let artwork = try await served.get("/api/music/\(ids[0])/artwork")
                #expect(audio.status == 200 && artwork.status < 500)
            }
        }
    }
}
