package import FermataDomain

/// Observes folders through the system: on Linux with inotify. Other systems watch no folder.
package struct FolderChangeObserver: SourceChangeObserver {
    private let clock: any Clock<Duration>

    package init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    package func changes(of source: Source) -> AsyncStream<SourceChange>? {
        #if os(Linux)
            guard source.kind == Source.folderKind else { return nil }
            return AsyncStream { continuation in
                let watch = FolderWatch(folder: source.address, clock: clock) { continuation.yield($0) }
                let task = Task {
                    try? await watch.run()  // ends when it is cancelled
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        #else
            return nil
        #endif
    }
}
