import AudioFiles
import TestServer
import Testing

@Suite("Story: I find duplicates")
struct DuplicatesAcceptanceTests {
    private let folder = MusicFolder()

    @Test("Given files with the same audio and other tags, then they are one group")
    func findsSameAudio() async throws {
        try folder.add("song.mp3", as: "a.mp3")
        try folder.add("retagged.mp3", as: "b.mp3")
        // It has the tags of the second file, and no id of a recording.
        try folder.add("retagged.flac", as: "c.flac")
        let program = try Program()
        try await program.run("source add folder \(folder.path)")
        try await program.run("sync")
        #expect(try await program.column("title", "list").count == 3)
        let rows = try await program.rows("duplicates")
        #expect(rows.map { $0["group"] as? Int } == [1, 1])
        #expect(rows.map { $0["shared"] as? [String] } == [["audio"], ["audio"]])
        let audio = rows.compactMap { ($0["audio"] as? String)?.suffix(5) }
        #expect(Set(audio) == ["a.mp3", "b.mp3"])
        let text = try await program.run("duplicates").output
        #expect(text.contains("”: 2 songs, the same audio"), "\(text)")
        try await program.run("sync")
        #expect(try await program.rows("duplicates").count == 2)
    }

    @Test("Given songs of a server that are one recording, then they are one group")
    func findsSameRecording() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            let id = "f2a36b0c-7f4d-4a40-9ba5-5ec4e2b8d0a1"
            server.change { content in
                content.songs += ["Low", "Best Of"].map { album in
                    ServedSong(id: album, title: "Warszawa", album: album, fields: ["musicBrainzId": id])
                }
                content.lastScan = "2026-11-23T00:00:00Z"
            }
            try await program.run("sync")
            let rows = try await program.rows("duplicates --fields group,shared,title,album")
            #expect(rows.map { $0["album"] as? String } == ["Best Of", "Low"])
            #expect(rows.allSatisfy { $0["group"] as? Int == 1 && $0["shared"] as? [String] == ["recording"] })
        }
    }

    @Test("Given songs with equal titles only, then there are no duplicates")
    func listsNoEqualTitles() async throws {
        try await SharedLibrary.story.withCopy { program in
            let outcome = try await program.run("duplicates")
            #expect(outcome.code == 0 && outcome.errors == "No duplicates were found.\n", "\(outcome.errors)")
            #expect(try await program.rows("duplicates").isEmpty)
        }
    }
}
