import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Story: I download music for the road")
struct DownloadTests {
    @Test("Given a song, when I download it, then its file has a readable name")
    func downloadsSong() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Self.audio(1)))
            let id = try #require(try await program.column("id", "list perfect").first)
            let rows = try await program.rows("download \(id)")
            #expect(rows.map { $0["state"] as? String } == ["downloaded"])
            let file = try #require(rows.first?["file"] as? String)
            #expect(file == program.downloads.appending(path: "Ed Sheeran - Perfect [\(id)].mp3").path)
            #expect(try Data(contentsOf: URL(filePath: file)) == Self.audio(1))
            #expect(try await program.rows("show \(id)").first?["downloaded"] as? Bool == true)
            #expect(try await program.run("list perfect").output.contains("⤓"))
            #expect(
                try await program.rows("artist sheeran").first { $0["id"] as? String == id }?["downloaded"] as? Bool
                    == true)
        }
    }

    @Test(
        "Given bookmarks, an artist or a playlist, then I can download all their songs",
        arguments: [
            ("--bookmarked", ["Perfect"]),
            ("--artist sheeran", ["Beautiful People", "Perfect", "Take Me Back to London", "Thinking Out Loud"]),
            ("--playlist remix", ["Beautiful People", "Stitches", "Sugar"]),
        ])
    func downloadsSelections(selection: String, titles: [String]) async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            for song in 1...7 { server.answer("/audio/\(song).mp3", .audio(Self.audio(song))) }
            let id = try #require(try await program.column("id", "list perfect").first)
            try await program.run("bookmark \(id)")
            #expect(try await program.run("download \(selection)").code == 0)
            #expect(try await program.column("title", "downloads") == titles)
            #expect(try await Set(program.column("state", "downloads")) == ["downloaded"])
        }
    }

    @Test("Given a song without audio, when I download it, then it is refused")
    func refusesSongWithoutAudio() async throws {
        try await SharedLibrary.band.withCopy { program in
            let id = try #require(try await program.column("id", "list silence").first)
            let refused = try await program.run("download \(id)")
            #expect(refused.code == 66 && refused.errors.contains("“Silence” cannot be downloaded"))
            let skipped = try await program.run("download --artist loner")
            #expect(skipped.code == 0 && skipped.errors.hasPrefix("Skipped 1 song without audio."))
            #expect(try await program.column("state", "downloads").isEmpty)
        }
    }

    @Test("Given a server that disconnects, then the next download resumes its file")
    func resumesAfterFailure() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            var audio = ServedAudio(Self.audio(1), etag: "\"1\"")
            audio.breaksAfter = { 150_000 }
            server.answer("/audio/1.mp3", .audio(audio))
            var withoutRetries = program
            withoutRetries.environment["FERMATA_HTTP_ATTEMPTS"] = "1"
            let id = try #require(try await program.column("id", "list perfect").first)
            let broken = try await withoutRetries.run("download \(id)")
            #expect(broken.code == 69)
            #expect(broken.errors.contains("1 of 1 download failed"))
            #expect(broken.errors.contains("fermata downloads --clear-failed"))
            #expect(try await program.column("state", "downloads") == ["failed"])
            server.answer("/audio/1.mp3", .audio(Self.audio(1)))
            let resumed = try await program.run("download")
            #expect(resumed.code == 0, "\(resumed.errors)")
            #expect(server.requests.last?["Range"]?.hasPrefix("bytes=") == true)
            let file = try #require(try await program.column("file", "downloads").first)
            #expect(try Data(contentsOf: URL(filePath: file)) == Self.audio(1))
        }
    }

    @Test("Given some failing downloads, then the others succeed and failures have reasons")
    func reportsReasonOfEachFailure() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Self.audio(1)))
            server.answer("/audio/2.mp3", .html("<!doctype html><p>Log in</p>"))
            let outcome = try await program.run("download --artist sheeran --plain --fields title,state,reason")
            #expect(outcome.code == 69)
            #expect(outcome.errors.contains("3 of 4"))
            #expect(outcome.lines.contains("Perfect\tdownloaded\t"))
            #expect(outcome.lines.contains { $0.hasPrefix("Thinking Out Loud\tfailed\t") && $0.contains("web page") })
            #expect(outcome.lines.contains { $0.hasPrefix("Beautiful People\tfailed\t") && $0.contains("404") })
            for command in ["downloads", "download"] {
                let result = try await program.run(command)
                let listed = result.errors.split(separator: "\n")
                #expect(listed.count { $0 == "2 downloads failed: the server returned 404 Not Found." } == 1)
                #expect(listed.count { $0 == "1 download failed: the response is a web page (HTML)." } == 1)
                #expect(result.output.contains("failed") && !result.output.contains("failed:"), "\(result.output)")
            }
            #expect(try await program.run("downloads --plain").errors.isEmpty)
        }
    }

    @Test("Given failed downloads, when I clear them, then only the others remain")
    func clearsFailedDownloads() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Self.audio(1)))
            #expect(try await program.run("download --artist sheeran").code == 69)
            #expect(try await program.column("state", "downloads").count { $0 == "failed" } == 3)
            #expect(try await program.rows("downloads --clear-failed --age 12").first?["cleared"] as? Int == 2)
            let cleared = try await program.run("downloads --clear-failed")
            #expect(cleared.code == 0 && cleared.output.contains("1 failed download cleared"), "\(cleared.output)")
            #expect(try await program.column("title", "downloads") == ["Perfect"])
            #expect(try await program.run("downloads --clear-failed --plain").lines == ["0"])
            #expect(try await program.run("download").errors == "There is no download to resume.\n")
            #expect(try await program.run("downloads --clear-failed --check").code == 64)
            #expect(try await program.run("downloads --clear-failed --clear-removed").code == 64)
        }
    }

    @Test("Given a removed source, when I clear its downloads, then the files are deleted")
    func clearsDownloadsOfRemovedSongs() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Self.audio(1)))
            let id = try #require(try await program.column("id", "list perfect").first)
            #expect(try await program.run("download \(id)").code == 0)
            let file = try #require(try await program.column("file", "downloads").first)
            #expect(try await program.rows("downloads --clear-removed").first?["cleared"] as? Int == 0)
            for source in try await program.column("name", "source list") {
                #expect(try await program.run("source remove \(source) --force").code == 0)
            }
            #expect(FileManager.default.fileExists(atPath: file))
            let listed = try await program.run("downloads").errors
            let notice = "Not listed: 1 download of a removed song. To clear it, run: "
            #expect(listed.hasSuffix(notice + "fermata downloads --clear-removed\n"))
            #expect(try await program.run("downloads --plain").errors.isEmpty)
            #expect(try await !program.run("downloads --age 12").errors.contains("Not listed"))
            #expect(try await program.rows("downloads --clear-removed --age 12").first?["cleared"] as? Int == 0)
            let cleared = try await program.run("downloads --clear-removed")
            #expect(cleared.output.contains("1 download of a removed song cleared"), "\(cleared.output)")
            #expect(!FileManager.default.fileExists(atPath: file))
            #expect(try await !program.run("downloads").errors.contains("Not listed"))
        }
    }

    @Test("Given a download, when I remove it, then its file and its mark are gone")
    func removesDownload() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Self.audio(1)))
            let id = try #require(try await program.column("id", "list perfect").first)
            try await program.run("download \(id)")
            let other = try #require(try await program.column("id", "list sugar").first)
            let removed = try await program.run("download --remove \(id) \(other) \(id)")
            #expect(removed.code == 0)
            #expect(removed.errors == "Removed 1 download.\n")
            #expect(try await program.run("download --remove \(id)").errors == "None of these is downloaded.\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: program.downloads.path).isEmpty)
            #expect(try await program.rows("show \(id)").first?["downloaded"] as? Bool == false)
        }
    }

    @Test("Given a folder that I changed, when I check it, then each issue is repaired")
    func repairsChangedFolder() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            for song in 1...3 { server.answer("/audio/\(song).mp3", .audio(Self.audio(song))) }
            let ids = try await program.column("id", "list sheeran --age 12 --sort title")
            try await program.run("download " + ids.joined(separator: " "))
            #expect(try await program.run("downloads --check").errors.contains("agree"))
            let files = try await program.column("file", "downloads")
            try FileManager.default.removeItem(atPath: files[0])
            try Data("changed".utf8).write(to: URL(filePath: files[1]))
            let findings = try await program.run("downloads --check --plain --fields kind,id").lines
            #expect(Set(findings) == ["missing\t\(ids[0])", "changed\t\(ids[1])"])
            #expect(try await program.column("file", "downloads") == [files[2]])
            #expect(try await program.run("downloads --check").errors.contains("agree"))
            #expect(FileManager.default.fileExists(atPath: files[1] + ".changed"))
            #expect(try await program.run("download " + ids.joined(separator: " ")).code == 0)
            #expect(try await program.column("state", "downloads") == ["downloaded", "downloaded", "downloaded"])
        }
    }

    @Test("Given a young listener, then a check repairs all and shows no explicit song")
    func checkHidesExplicitSongs() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            for song in [1, 7] { server.answer("/audio/\(song).mp3", .audio(Self.audio(song))) }
            let ids = try await program.column("id", "list perfect") + program.column("id", "list river")
            try await program.run("download " + ids.joined(separator: " "))
            try FileManager.default.removeItem(at: program.downloads)
            let checked = try await program.run("downloads --check --age 12 --plain --fields kind,id")
            #expect(checked.lines == ["missing\t\(ids[0])"])
            #expect(!checked.errors.contains("River"))
            #expect(try await program.run("downloads --check").errors.contains("agree"))
        }
    }

    @Test("Given a failing download, then the JSON is complete, and an error follows")
    func printsCompleteJSONAfterFailure() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Self.audio(1)))
            let ids = try await program.column("id", "list perfect") + program.column("id", "list sugar")
            let outcome = try await program.run("download --json " + ids.joined(separator: " "))
            #expect(outcome.code == 69)
            #expect(outcome.errors.contains("1 of 2"))
            let states = try outcome.rows().compactMap { $0["state"] as? String }
            #expect(Set(states) == ["downloaded", "failed"])
        }
    }

    @Test("Given a folder that cannot be used, then the JSON is complete")
    func printsCompleteJSONForBadFolder() async throws {
        try await BandCatalogue.withSyncedLibrary { program, _ in
            try Data().write(to: program.downloads)
            let id = try #require(try await program.column("id", "list perfect").first)
            let outcome = try await program.run("download --json \(id)")
            #expect(outcome.code == 73)
            #expect(try outcome.rows().isEmpty)
        }
    }

    @Test("Given two libraries with similar names, then each has its own folder")
    func separatesFoldersOfLibraries() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Self.audio(1)))
            let other = program.home.appending(path: "library.db").path
            try await LibraryFile(path: program.library).checkpoint()
            try FileManager.default.copyItem(atPath: program.library, toPath: other)
            let id = try #require(try await program.column("id", "list perfect").first)
            #expect(try await program.run(["download", id, "--library", other]).code == 0)
            #expect(FileManager.default.fileExists(atPath: other + ".downloads"))
            #expect(!FileManager.default.fileExists(atPath: program.downloads.path))
        }
    }

    @Test("Given a rate in the config file, then it may be a number or text")
    func readsRateFromConfig() async throws {
        let program = try Program()
        try await program.createLibrary()
        for (value, code) in [("500000", 0), ("1500.5", 0), ("\"500k\"", 0), ("0", 64), ("\"fast\"", 64)]
            as [(String, Int32)]
        {
            try program.configure("{\"downloads\": {\"limitRate\": \(value)}}")
            let outcome = try await program.run("source list")
            #expect(outcome.code == code, "\(value): \(outcome.errors)")
            #expect(outcome.errors.contains("bytes a second, such as 500k") == (code != 0))
        }
    }

    @Test("Given a new library, when I check the folder, then it finds its downloads")
    func findsDownloadsOfRebuiltLibrary() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Self.audio(1)))
            let id = try #require(try await program.column("id", "list perfect").first)
            try await program.run("download \(id)")
            try await LibraryFile(path: program.library).checkpoint()
            try FileManager.default.removeItem(atPath: program.library)
            try await program.run("source add http \(server.url("/songs.ndjson")) --name radio")
            try await program.run("sync")
            #expect(try await program.column("state", "downloads").isEmpty)
            let findings = try await program.run("downloads --check --plain --fields kind,id").lines
            #expect(findings == ["unknown\t\(id)"])
            #expect(try await program.column("title", "downloads") == ["Perfect"])
        }
    }

    @Test("Given a rate limit, when I stop a download, then the next one completes it")
    func completesStoppedSlowDownload() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Self.audio(1)))
            let id = try #require(try await program.column("id", "list perfect").first)
            let slow = try program.launch("download \(id) --limit-rate 10k")
            try await waitUntil { try await program.column("state", "downloads") == ["downloading"] }
            slow.send(SIGINT)
            #expect(await slow.outcome().code == -SIGINT)
            #expect(try await program.column("state", "downloads") == ["waiting"])
            #expect(try await program.run("download").code == 0)
            #expect(try await program.column("state", "downloads") == ["downloaded"])
            #expect(try await program.run("download --limit-rate fast").code == 64)
        }
    }

    /// 400,000 bytes that differ for each song.
    private static func audio(_ song: Int) -> Data {
        .varied(count: 400_000, seed: UInt64(song))
    }
}

extension Program {
    /// The folder of downloads, beside the library.
    var downloads: URL { home.appending(path: "library.sqlite.downloads") }
}
