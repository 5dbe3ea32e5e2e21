import FermataDomain
import Foundation

/// The socket at which a program controls the player of another program, for one library.
///
/// Only this user can open its folder.
public struct PlayerSocket: Sendable {
    /// The longest path of a socket on Linux and macOS, in bytes without the final zero.
    private static let pathLimit = 103
    public let path: String
    private let folder: String

    /// `folder` contains the sockets of this user; `library` is the path of the library.
    ///
    /// If the socket's path is too long for the system, the socket is in a folder of this user below `/tmp`.
    public init(in folder: String, ofLibrary library: String) {
        let file = URL(filePath: library).resolvingSymlinksInPath().path
        let name = "/player-\(MusicID(StableHash(Array(file.utf8)).value).short).socket"
        let isShort = (folder + name).utf8.count <= Self.pathLimit
        self.folder = isShort ? folder : "/tmp/fermata-\(geteuid())"
        path = self.folder + name
    }

    /// Whether only this user can create the socket.
    var isPrivate: Bool {
        var status = stat()
        return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0
    }

    /// Creates the folder, and locks the socket for this program until it ends or releases the lock.
    ///
    /// Throws `PlayerError.alreadyRunning` if another program listens, and `.controlSocketUnavailable`.
    func lock() throws(PlayerError) -> PlayerSocketLock {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw .controlSocketUnavailable(path: path) }
        guard isPrivate else { throw .controlSocketUnavailable(path: path) }
        let lock = try PlayerSocketLock(path: path + ".lock")
        unlink(path)
        return lock
    }
}

/// A lock that lasts until the value is released or the program ends.
final class PlayerSocketLock: Sendable {
    private let file: OpenFile

    fileprivate init(path: String) throws(PlayerError) {
        do { file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW) } catch {
            throw .controlSocketUnavailable(path: path)
        }
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .alreadyRunning }
    }

    deinit {
        // A child process has a copy of the descriptor until it calls exec, which would keep the lock.
        flock(file.descriptor, LOCK_UN)
    }
}
