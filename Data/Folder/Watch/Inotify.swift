#if os(Linux)
    import Dispatch
    import FermataDomain
    import Foundation

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
