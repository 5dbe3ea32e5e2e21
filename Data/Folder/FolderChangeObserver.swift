import Dispatch
package import FermataDomain
import Foundation

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

#if os(Linux)
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

    /// Reports changes in folders through the kernel.
    ///
    /// Source: https://man7.org/linux/man-pages/man7/inotify.7.html
    final class Inotify: Sendable {
        enum Event: Sendable {
            /// Files have changed.
            case files
            /// Folders have changed, or the kernel has dropped events.
            case folders
        }

        private static let mask =
            IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR
        private static let headerSize = 16
        private let descriptor: CInt
        private nonisolated(unsafe) let source: any DispatchSourceRead
        /// One event for all changes that the kernel reports at once.
        let events: AsyncStream<Event>

        /// Throws `StorageFailure`.
        init() throws(StorageFailure) {
            let descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
            guard descriptor >= 0 else { throw StorageFailure(errno: errno) }
            let (events, continuation) = AsyncStream<Event>.makeStream()
            let source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: DispatchQueue(label: "fermata.inotify"))
            source.setEventHandler { if let event = Self.read(descriptor) { continuation.yield(event) } }
            source.setCancelHandler { close(descriptor) }
            source.resume()
            (self.descriptor, self.source, self.events) = (descriptor, source, events)
        }

        deinit {
            source.cancel()
        }

        /// Watches a folder; returns false if the system watches no more folders. A missing folder is ignored.
        func watch(_ folder: BytePath) -> Bool {
            folder.withCString { inotify_add_watch(descriptor, $0, UInt32(Self.mask)) } >= 0 || errno != ENOSPC
        }

        /// Reads all queued events.
        private static func read(_ descriptor: CInt) -> Event? {
            var event: Event?
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 8)
            defer { buffer.deallocate() }
            while case let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
                var position = 0
                while position + headerSize <= count {
                    let mask = buffer.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
                    let length = buffer.loadUnaligned(fromByteOffset: position + 12, as: UInt32.self)
                    position += headerSize + Int(length)
                    if mask & UInt32(IN_IGNORED) != 0 { continue }
                    let folders = UInt32(IN_ISDIR | IN_Q_OVERFLOW | IN_UNMOUNT | IN_DELETE_SELF | IN_MOVE_SELF)
                    event = mask & folders != 0 || event == .folders ? .folders : .files
                }
            }
            return event
        }
    }
#endif
