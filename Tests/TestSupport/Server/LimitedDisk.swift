import Foundation

/// A small disk in memory. Mounting one requires Linux and root.
package struct LimitedDisk: Sendable {
    package let path: String

    package static func isPossible() async -> Bool {
        do {
            try await with(kibibytes: 64) { _ in }
            return true
        } catch {
            return false
        }
    }

    package static func with(kibibytes: Int, _ body: (LimitedDisk) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fermata-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // fails if it is still mounted
        let disk = LimitedDisk(path: folder.path)
        try disk.mount("size=\(kibibytes)k")
        do {
            try await body(disk)
        } catch {
            try disk.unmount()
            throw error
        }
        try disk.unmount()
    }

    /// Changes the size: `size=64m`.
    package func remount(_ option: String) throws {
        try mount(option, isAgain: true)
    }

    /// Fills the disk with a file, except for a number of bytes.
    package func fill(leaving free: Int = 0) throws {
        let filler = URL(filePath: path).appending(path: "filler")
        let space = try FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? Int ?? 0
        try Data(count: space - free).write(to: filler)
    }

    /// Removes the file that fills the disk.
    package func removeFiller() throws {
        try FileManager.default.removeItem(atPath: path + "/filler")
    }

    /// Mounts another, empty disk over this one.
    package func mountOver(kibibytes: Int) throws { try mount("size=\(kibibytes)k") }

    private func mount(_ options: String, isAgain: Bool = false) throws {
        #if os(Linux)
            let flags = isAgain ? UInt(MS_REMOUNT) : 0
            var attempts = 0
            while Foundation.mount("fermata-tests", path, "tmpfs", flags, options) != 0 {
                // A child process of another test has a copy of an open file's descriptor until it calls exec.
                attempts += 1
                guard errno == EBUSY, attempts < 100 else { throw Failure(errno) }
                usleep(50_000)
            }
        #else
            throw Failure(ENOSYS)
        #endif
    }

    /// Unmounts the disk, lazily if a file on it is still open.
    package func unmount() throws {
        #if os(Linux)
            guard umount2(path, CInt(MNT_DETACH)) == 0 else { throw Failure(errno) }
        #endif
    }

    struct Failure: Error {
        let reason: String

        init(_ code: CInt) {
            reason = String(cString: strerror(code))
        }
    }
}
