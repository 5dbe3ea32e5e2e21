import Dispatch
package import FermataDomain
import Foundation
import Synchronization

/// Observes files through the system: on Linux with inotify. Other systems watch none.
package enum FileChanges {
    typealias Emit = @Sendable (SourceChange) -> Void

    /// Emits the changes in a folder and in the folders below it, until the consumer stops.
    package static func below(_ folder: String, clock: any Clock<Duration>) -> AsyncStream<SourceChange>? {
        #if os(Linux)
            stream { try await FolderWatch(folder: folder, clock: clock, emit: $0).run() }
        #else
            nil
        #endif
    }

    /// Emits the changes of one file, also when another file replaces it, until the consumer stops.
    package static func of(_ file: String, clock: any Clock<Duration>) -> AsyncStream<SourceChange>? {
        #if os(Linux)
            stream { try await FileWatch(file: file, clock: clock, emit: $0).run() }
        #else
            nil
        #endif
    }

    private static func stream(
        _ watch: @escaping @Sendable (@escaping Emit) async throws -> Void
    ) -> AsyncStream<SourceChange> {
        AsyncStream { continuation in
            let task = Task {
                try? await watch { continuation.yield($0) }  // ends when it is cancelled
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

#if os(Linux)
    /// Watches one file through its folder, since programs often write another file and rename it.
    final class FileWatch: Sendable {
        private static let pause = Duration.seconds(5)
        private let file: String
        private let clock: any Clock<Duration>
        private let emit: FileChanges.Emit
        /// The status of the file at the last report.
        private let last: Mutex<FileStatus?>

        init(file: String, clock: any Clock<Duration>, emit: @escaping FileChanges.Emit) {
            (self.file, self.clock, self.emit) = (file, clock, emit)
            last = Mutex(try? FileStatus(of: BytePath(file), followsLinks: true))
        }

        private var folder: String { DocumentPath.folder(of: file) }
        private var status: FileStatus? { try? FileStatus(of: BytePath(file), followsLinks: true) }

        /// Throws `CancellationError` when the task is cancelled.
        func run() async throws {
            emit(.content)
            // The folder may be replaced, and a link to the file may lead into another folder.
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [self] in
                    while true {
                        try await clock.sleep(for: Self.pause)
                        reportChange()
                    }
                }
                group.addTask { [self] in
                    guard let inotify = try? Inotify(), inotify.watch(BytePath(folder)) else { return }
                    // The file may have changed before it was watched.
                    reportChange()
                    for await _ in inotify.events { reportChange() }
                    withExtendedLifetime(inotify) {}
                }
                try await group.waitForAll()
            }
        }

        /// Reports a change if the file is not as it was at the last report.
        private func reportChange() {
            let current = status
            let isChanged = last.withLock { last in
                defer { last = current }
                return last != current
            }
            if isChanged { emit(.content) }
        }
    }

    /// Watches a folder and the folders below it.
    struct FolderWatch: Sendable {
        /// The interval between checks for a replaced folder. The system does not report that a disk was mounted there.
        private static let pause = Duration.seconds(5)
        let folder: String
        let clock: any Clock<Duration>
        let emit: FileChanges.Emit

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
