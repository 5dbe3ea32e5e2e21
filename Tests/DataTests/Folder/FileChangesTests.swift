#if os(Linux)
    import AudioFiles
    import FermataData
    import FermataDomain
    import Foundation
    import Testing

    @Suite("Observing the files of a folder", .timeLimit(.minutes(3)))
    struct FileChangesTests {
        @Test("emits a change at first, and for a file in a folder below")
        func observesFolders() async throws {
            let folder = MusicFolder()
            try folder.write(Data("1".utf8), to: "Low/1.mp3")
            var changes = try Self.changes(in: folder)
            #expect(await changes.next() == .content)
            try folder.write(Data("2".utf8), to: "Low/2.mp3")
            #expect(await changes.next() == .content)
        }

        @Test("emits changes of files in a folder that was added")
        func observesAddedFolder() async throws {
            let (folder, clock) = (MusicFolder(), SteppedClock())
            try folder.write(Data("1".utf8), to: "1.mp3")
            var changes = try Self.changes(in: folder, clock)
            #expect(await changes.next() == .content)
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: "Low"), withIntermediateDirectories: false)
            #expect(await changes.next() == .content)
            // The new folder itself may cause several changes, but fewer than these files.
            for number in 2...9 {
                try folder.write(Data("2".utf8), to: "Low/\(number).mp3")
                #expect(await changes.next() == .content)
            }
            // The same watch continues.
            #expect(clock.pauses.count <= 1)
        }

        @Test("waits for a missing folder")
        func waitsForFolder() async throws {
            let (folder, clock) = (MusicFolder(), SteppedClock())
            var changes = try Self.changes(in: folder, clock)
            async let first = changes.next()
            await clock.step()
            try folder.write(Data("1".utf8), to: "1.mp3")
            await clock.step()
            #expect(await first == .content)
            #expect(clock.pauses.allSatisfy { $0 == .seconds(5) })
        }

        @Test("emits a change when its empty folder is removed")
        func observesRemoval() async throws {
            let folder = MusicFolder()
            try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
            var changes = try Self.changes(in: folder)
            #expect(await changes.next() == .content)
            try FileManager.default.removeItem(at: folder.url)
            #expect(await changes.next() == .content)
        }

        @Test("emits a change when a folder that was missing at first is removed")
        func observesRemovalOfNewFolder() async throws {
            let (folder, clock) = (MusicFolder(), SteppedClock())
            var changes = try Self.changes(in: folder, clock)
            await clock.step()
            try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
            await clock.step()
            #expect(await changes.next() == .content)
            try FileManager.default.removeItem(at: folder.url)
            #expect(await changes.next() == .content)
        }

        @Test("emits a change when the permissions of its folder change")
        func observesPermissions() async throws {
            let folder = MusicFolder()
            try folder.write(Data("1".utf8), to: "1.mp3")
            var changes = try Self.changes(in: folder)
            #expect(await changes.next() == .content)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
            #expect(await changes.next() == .content)
        }

        @Test("emits a change when the folder that contains its folder is moved")
        func observesMovedParent() async throws {
            let (folder, clock) = (MusicFolder(), SteppedClock())
            try folder.write(Data("1".utf8), to: "1.mp3")
            var changes = try Self.changes(in: folder, clock)
            #expect(await changes.next() == .content)
            // The system does not report this change, so the folder is checked after each pause.
            await clock.step()
            let parent = folder.url.deletingLastPathComponent()
            let other = FileManager.default.temporaryDirectory.appending(path: "\(parent.lastPathComponent)-moved")
            try FileManager.default.moveItem(at: parent, to: other)
            defer { try? FileManager.default.removeItem(at: other) }
            await clock.step()
            #expect(await changes.next() == .content)
        }

        @Test("emits changes of one file, also when it is replaced")
        func observesFile() async throws {
            let (folder, clock) = (MusicFolder(), SteppedClock())
            try folder.write(Data("1".utf8), to: "songs.csv")
            let path = "\(folder.path)/songs.csv"
            var changes = try #require(FileChanges.of(path, clock: clock)).makeAsyncIterator()
            #expect(await changes.next() == .content)
            try folder.write(Data("12".utf8), to: "songs.csv")
            #expect(await changes.next() == .content)
            try folder.write(Data("123".utf8), to: "new.csv")
            #expect(rename("\(folder.path)/new.csv", path) == 0)
            #expect(await changes.next() == .content)
        }

        private static func changes(
            in folder: MusicFolder, _ clock: any Clock<Duration> = ContinuousClock()
        ) throws -> AsyncStream<SourceChange>.Iterator {
            try #require(FileChanges.below(folder.path, clock: clock)).makeAsyncIterator()
        }
    }
#endif
