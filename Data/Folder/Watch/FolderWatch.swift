#if os(Linux)
    import FermataDomain

    /// Watches a folder and the folders below it.
    struct FolderWatch: Sendable {
        /// The interval between checks for a replaced folder. The system does not report that a disk was mounted there.
        private static let pause = Duration.seconds(5)
        let folder: String
        let clock: any Clock<Duration>
        let emit: @Sendable (SourceChange) -> Void

        /// Throws `CancellationError` when the task is cancelled.
        func run() async throws {
            while true {
                try Task.checkCancellation()
                guard let root = try? FolderRoot(folder) else {
                    try await clock.sleep(for: Self.pause)
                    continue
                }
                try await watch(root)
                // The next sync reports that the folder is missing, or reads the folder that has replaced it.
                emit(.content)
            }
        }

        /// Returns when the path leads to another folder.
        private func watch(_ root: FolderRoot) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await waitUntilReplaced(root) }
                group.addTask { try await report(changesIn: root) }
                try await group.next()
                group.cancelAll()
            }
        }

        private func waitUntilReplaced(_ root: FolderRoot) async throws {
            while (try? root.checkUnchanged()) != nil { try await clock.sleep(for: Self.pause) }
        }

        /// Reports changes until the path leads to another folder.
        private func report(changesIn root: FolderRoot) async throws {
            guard let inotify = try? Inotify() else {
                emit(.limitReached)
                return try await waitUntilReplaced(root)
            }
            var isLimited = try await addWatches(inotify, in: root, isLimited: false)
            emit(.content)
            for await event in inotify.events {
                if event == .folders {
                    // The kernel forgets the watches of a disk that is unmounted, even if it is mounted again at once.
                    guard (try? root.checkUnchanged()) != nil else { break }
                    isLimited = try await addWatches(inotify, in: root, isLimited: isLimited)
                }
                emit(.content)
            }
            withExtendedLifetime(inotify) {}
        }

        /// Watches all folders, each before it is listed, so that no folder is missed.
        ///
        /// Returns whether the system has refused to watch one.
        private func addWatches(_ inotify: Inotify, in root: FolderRoot, isLimited: Bool) async throws -> Bool {
            guard let folder = try? root.open() else {
                if !isLimited { emit(.limitReached) }
                return true
            }
            var walk = FolderWalk(folder)
            var wasRefused = false
            while try await walk.next(willList: { folder in
                wasRefused = !inotify.watch(root.path.appending(folder)) || wasRefused
            }) != nil {}
            if wasRefused, !isLimited { emit(.limitReached) }
            return wasRefused || isLimited
        }
    }
#endif
