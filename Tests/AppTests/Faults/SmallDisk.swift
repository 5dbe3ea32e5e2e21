import Foundation

/// A disk in memory that is soon full. To mount one takes the rights of root on Linux.
struct SmallDisk: Sendable {
    let path: String

    static func isPossible() async -> Bool {
        do {
            try await with(kibibytes: 64) { _ in }
            return true
        } catch {
            return false
        }
    }

    static func with(kibibytes: Int, _ body: (SmallDisk) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fermata-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // left behind where it is still mounted
        let disk = SmallDisk(path: folder.path)
        try await disk.tool(["mount", "-t", "tmpfs", "-o", "size=\(kibibytes)k", "fermata-tests", disk.path])
        do {
            try await body(disk)
        } catch {
            try await disk.tool(["umount", disk.path])
            throw error
        }
        try await disk.tool(["umount", disk.path])
    }

    /// Makes room, or takes it away: `size=64m`, `ro`.
    func remount(_ option: String) async throws {
        try await tool(["mount", "-o", "remount,\(option)", path])
    }

    /// Writes a file until nothing more goes on the disk, but for so many bytes.
    func fill(leaving free: Int = 0) throws {
        let filler = URL(filePath: path).appending(path: "filler")
        let space = try FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? Int ?? 0
        try Data(count: space - free).write(to: filler)
    }

    func empty() throws {
        try FileManager.default.removeItem(atPath: path + "/filler")
    }

    private func tool(_ arguments: [String]) async throws {
        let outcome = try await RunningProgram.tool(arguments).outcome()
        guard outcome.code == 0 else { throw Failure(reason: outcome.errors) }
    }

    struct Failure: Error {
        let reason: String
    }
}
