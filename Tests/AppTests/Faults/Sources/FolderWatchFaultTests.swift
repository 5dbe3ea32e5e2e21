import AudioFiles
import Foundation
import TestServer
import TestTraits
import Testing

#if os(Linux)
    @Suite("A folder whose changes the system reports badly", .timeLimit(.minutes(5)))
    struct FolderWatchFaultTests {
        /// A launcher that runs a command in a user namespace with its own limit.
        private static func limited(_ limit: String, to count: Int) -> [String] {
            ["unshare", "-Ur", "sh", "-c", "echo \(count) > /proc/sys/user/\(limit) && exec \"$@\"", "sh"]
        }

        private static func canLimit() async -> Bool {
            let command = limited("max_inotify_watches", to: 3) + ["true"]
            return (try? await RunningProgram.tool(command).outcome().code) == 0
        }

        @Test("Given more changes than the kernel queues, then the library still follows")
        func followsAfterOverflow() async throws {
            let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
            let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
            try await withServedFolder { served, folder in
                kill(served.processID, SIGSTOP)
                let noise = folder.path + "/Noise"
                // Creation and removal alternate, because the kernel merges equal events in a row.
                for _ in 0...(count / 2) {
                    mkdir(noise, 0o755)
                    rmdir(noise)
                }
                try folder.add("latin1.mp3", as: "Low/New/latin1.mp3")
                kill(served.processID, SIGCONT)
                try await waitUntil { try await Self.titles(served).contains("Übung") }
                // The kernel dropped the event of this folder, so only a new listing watches it.
                try folder.add("untitled.mp3", as: "Low/New/3 Canada.mp3")
                try await waitUntil { try await Self.titles(served).contains("Canada") }
            }
        }

        @Test(
            "Given the system's watch limit, then I see what to raise, and syncs find changes",
            .enabled("needs a user namespace with its own limits") { await canLimit() },
            arguments: [("max_inotify_watches", 3), ("max_inotify_instances", 0)])
        func reportsWatchLimit(limit: String, count: Int) async throws {
            let folder = MusicFolder()
            try folder.add("song.flac", as: "a.flac")
            for number in 1...8 { try folder.write(Data("no song".utf8), to: "\(number)/note.txt") }
            var program = try Program()
            try await program.run(words: ["source", "add", "folder", folder.path])
            program.launcher = Self.limited(limit, to: count)
            program.environment["FERMATA_SERVE_SYNC_EVERY"] = "1"
            let outcome = try await ServerProcess.run(program) { served in
                try await waitUntil { try await Self.titles(served) == ["캐롤 🎄"] }
                for number in 1...8 { try folder.add("latin1.mp3", as: "\(number)/latin1.mp3") }
                try await waitUntil { try await Self.titles(served).count == 9 }
            }
            #expect(outcome.code == 0)
            let hint = "Changes in “Music” may be noticed late"
            #expect(outcome.errors.components(separatedBy: hint).count == 2, "\(outcome.errors)")
            #expect(outcome.errors.contains("fs.inotify.max_user_watches"))
        }

        @Test("Given a replaced folder, then its songs stay until the other one is read")
        func followsReplacedFolder() async throws {
            try await withServedFolder { served, folder in
                try folder.move("", to: "../Elsewhere")
                try await waitUntil { try await served.get("/api/sources").text.contains("the folder does not exist") }
                #expect(try await Self.titles(served) == ["캐롤 🎄"])
                try folder.add("latin1.mp3", as: "latin1.mp3")
                try await waitUntil { try await Self.titles(served) == ["Übung"] }
                let (files, parent) = (FileManager.default, folder.url.deletingLastPathComponent())
                try files.moveItem(at: folder.url, to: parent.appending(path: "Other"))
                try files.moveItem(at: parent.appending(path: "Elsewhere"), to: folder.url)
                try await waitUntil { try await Self.titles(served) == ["캐롤 🎄"] }
                try folder.add("untitled.mp3", as: "Low/3 Canada.mp3")
                try await waitUntil { try await Self.titles(served).contains("Canada") }
                #expect(try await !served.get("/api/sources").text.contains("does not exist"))
            }
        }

        @Test(
            "Given a disk that is mounted again, then its songs stay and changes are noticed",
            .enabled("to mount a disk takes the rights of root") { await LimitedDisk.isPossible() })
        func followsUnmountedDisk() async throws {
            try await LimitedDisk.with(kibibytes: 4_096) { disk in
                let song = try MusicFolder.audio("song.flac")
                let file = URL(filePath: disk.path).appending(path: "a.flac")
                try song.write(to: file)
                let program = try Program()
                try await program.run(words: ["source", "add", "folder", disk.path, "--name", "disk"])
                try await ServerProcess.run(program) { served in
                    try await waitUntil { try await Self.titles(served) == ["캐롤 🎄"] }
                    try disk.unmount()
                    try await waitUntil { try await served.get("/api/sources").text.contains("no audio files") }
                    #expect(try await Self.titles(served) == ["캐롤 🎄"])
                    try disk.mountOver(kibibytes: 4_096)
                    try song.write(to: file)
                    try await waitUntil { try await !served.get("/api/sources").text.contains("no audio files") }
                    let other = URL(filePath: disk.path).appending(path: "b.mp3")
                    try MusicFolder.audio("latin1.mp3").write(to: other)
                    try await waitUntil { try await Self.titles(served).count == 2 }
                }
            }
        }

        @Test("Given serve.watchFolders, then the server watches folders, or none", arguments: [true, false])
        func watchesIfSet(isSet: Bool) async throws {
            let folder = MusicFolder()
            try folder.add("song.flac", as: "a.flac")
            var program = try Program()
            try await program.run(words: ["source", "add", "folder", folder.path])
            try await program.run("sync")
            program.environment["FERMATA_SERVE_WATCH_FOLDERS"] = "\(isSet)"
            try await ServerProcess.run(program) { served in
                // The server starts to watch before it responds to a request that needs the library.
                try await waitUntil { try await Self.titles(served).count == 1 }
                if isSet { try await waitUntil { try Self.watches(served) } }
                #expect(try Self.watches(served) == isSet)
            }
        }

        /// Whether the server has an open inotify descriptor.
        private static func watches(_ served: ServerProcess) throws -> Bool {
            let folder = "/proc/\(served.processID)/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
                return target == "anon_inode:inotify"
            }
        }

        private static func titles(_ served: ServerProcess) async throws -> [String] {
            try await served.get("/api/music").column("title")
        }

        /// Runs the body with a server that has read and watches a folder with one song in `Low`.
        private func withServedFolder(_ body: (ServerProcess, MusicFolder) async throws -> Void) async throws {
            let folder = MusicFolder()
            try folder.add("song.flac", as: "Low/a.flac")
            let program = try Program()
            try await program.run(words: ["source", "add", "folder", folder.path])
            try await ServerProcess.run(program) { served in
                try await waitUntil { try await Self.titles(served).count == 1 }
                try await body(served, folder)
            }
        }
    }
#endif
