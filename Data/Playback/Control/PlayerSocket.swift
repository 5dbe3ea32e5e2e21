import FermataDomain
import Foundation

/// The socket at which a program controls the player of another program, for one library.
///
/// It lies in a folder that only this user may enter, so no other user reaches it.
public struct PlayerSocket: Sendable {
    /// The longest path of a socket on Linux and macOS, in bytes without the final zero.
    private static let pathLimit = 103
    public let path: String
    private let folder: String

    /// `folder` is that of sockets of this user; `library` is the path of the library.
    public init(in folder: String, ofLibrary library: String) {
        self.folder = folder
        let name = URL(filePath: library).resolvingSymlinksInPath().path
        let digits = MusicID(StableHash(Array(name.utf8)).value).short
        path = folder + "/player-\(digits).socket"
    }

    /// Whether a player may listen: makes the folder, and locks the socket for this program until it ends.
    ///
    /// Throws `PlayerError.alreadyRunning` if another program listens, and `.noControl`.
    func lock() throws(PlayerError) -> PlayerSocketLock {
        guard path.utf8.count <= Self.pathLimit else { throw .noControl(path: path) }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw .noControl(path: path) }
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .noControl(path: path)
        }
        let lock = try PlayerSocketLock(path: path + ".lock")
        unlink(path)
        return lock
    }
}

/// A lock that this program holds until the value is released or the program ends.
final class PlayerSocketLock: Sendable {
    private let file: Int32

    fileprivate init(path: String) throws(PlayerError) {
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .noControl(path: path) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw .alreadyRunning
        }
    }

    deinit { close(file) }
}
