import Foundation

/// File systems whose files are on another computer, where SQLite's locks may not work.
///
/// Source: https://www.sqlite.org/howtocorrupt.html (2.1)
package enum NetworkFileSystem {
    private static let types = [
        "nfs", "nfs3", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "afs", "afpfs", "webdav", "ncpfs", "9p", "ceph",
        "glusterfs", "lustre", "beegfs", "orangefs", "gfs2", "ocfs2", "fuse.sshfs", "fuse.glusterfs", "fuse.ceph",
        "fuse.rclone", "fuse.s3fs", "fuse.davfs", "fuse.davfs2", "fuse.curlftpfs", "fuse.gvfsd-fuse", "fuse.smbnetfs",
        "fuse.mfs",
    ]

    /// The type of the network file system of a file, or of the folder that it will be created in; nil for a local one,
    /// and on systems without a list of mounts like that of Linux.
    ///
    /// `mounts` is the path of that list.
    package static func type(ofFileAt path: String, mounts: String) -> String? {
        var status = stat()
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard stat(path, &status) == 0 || stat(folder, &status) == 0,
            let mounts = FileManager.default.contents(atPath: mounts)
        else { return nil }
        return type(ofDevice: number(of: status.st_dev), in: String(decoding: mounts, as: UTF8.self))
    }

    /// Source: makedev(3).
    private static func number(of device: dev_t) -> (major: UInt64, minor: UInt64) {
        let device = UInt64(truncatingIfNeeded: device)
        return ((device >> 8) & 0xFFF | (device >> 32) & ~0xFFF, device & 0xFF | (device >> 12) & 0xFFFF_FF00)
    }

    /// Source: proc_pid_mountinfo(5). The type is the first field after the separator of the optional fields.
    package static func type(ofDevice device: (major: UInt64, minor: UInt64), in mounts: String) -> String? {
        let number = Array("\(device.major):\(device.minor)".utf8)
        for line in mounts.utf8.split(separator: UInt8(ascii: "\n")) {
            // Splits the start only: there may be hundreds of mounts, and each command looks one up.
            let start = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
            guard start.count > 3, start[2].elementsEqual(number) else { continue }
            let fields = start[3].split(separator: UInt8(ascii: " "))
            guard let separator = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }), separator + 1 < fields.count
            else { continue }
            let type = String(Substring(fields[separator + 1]))
            return types.contains(type) ? type : nil
        }
        return nil
    }
}
