import AudioFiles
import Foundation
import Testing

#if os(Linux)
    @Suite("An unchanged folder costs one stat per file", .timeLimit(.minutes(3)))
    struct FolderListingTests {
        @Test("Given an unchanged folder, when I sync, then each folder in it is listed once")
        func listsFolderOnce() async throws {
            let folder = MusicFolder()
            try folder.add("song.flac", as: "Low/a.flac")
            try folder.add("song.ogg", as: "High/b.ogg")
            try folder.write(Data("Low/a.flac".utf8), to: "List.m3u")
            let program = try Program()
            try await program.run(words: ["source", "add", "folder", folder.path])
            #expect(try await program.run("sync").code == 0)
            let opens = try FolderOpens(folder.path + "/High", folder.path + "/Low")
            #expect(try await program.spawn("sync").output.contains("unchanged"))
            #expect(opens.count() == 2)
            #expect(try await program.column("name", "playlists") == ["List"])
            try folder.write(Data("Low/a.flac\nLow/a.flac".utf8), to: "List.m3u")
            #expect(try await program.spawn("sync").code == 0)
            #expect(try await program.column("title", "playlist List").count == 2)
        }
    }

    /// Counts how often folders are opened.
    ///
    /// Source: https://man7.org/linux/man-pages/man7/inotify.7.html
    private struct FolderOpens {
        private let descriptor: CInt

        init(_ folders: String...) throws {
            descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
            try #require(descriptor >= 0)
            for folder in folders {
                try #require(inotify_add_watch(descriptor, folder, UInt32(IN_OPEN | IN_ONLYDIR)) >= 0)
            }
        }

        /// The number of folder opens since the last call, without the duplicate events of watched parent folders.
        func count() -> Int {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            let size = read(descriptor, &buffer, buffer.count)
            var (position, count) = (0, 0)
            while position < size {
                let header = buffer[position..<position + 16].withUnsafeBytes { bytes in
                    (
                        mask: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                        length: bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
                    )
                }
                if header.mask & UInt32(IN_ISDIR) != 0, header.length == 0 { count += 1 }
                position += 16 + Int(header.length)
            }
            return count
        }
    }
#endif
