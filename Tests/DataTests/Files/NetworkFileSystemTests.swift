import FermataData
import Foundation
import Testing

@Suite("Network file systems")
struct NetworkFileSystemTests {
    private static let mounts = """
        22 27 0:20 / /sys rw,nosuid shared:7 - sysfs sysfs rw
        27 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw
        80 27 0:52 / /home/ann/nas rw,relatime shared:45 master:2 - nfs4 nas:/music rw,vers=4.2
        81 27 0:53 / /home/ann/mu\\040sic rw - cifs //nas/music rw
        82 27 0:54 / /home/ann/far rw,nosuid,nodev - fuse.sshfs ann@far: rw
        83 27 0:55 / /home/ann/phone rw - fuse.jmtpfs jmtpfs rw
        84 27 0:56 /
        85 27 0:57
        86 27 0:58 / /home/ann/odd rw -
        87 27 0:59 / /home/ann/short rw - nfs
        """

    @Test(
        "are recognised by the type of the mount",
        arguments: [
            (0, 52, "nfs4"), (0, 53, "cifs"), (0, 54, "fuse.sshfs"), (0, 55, nil), (259, 2, nil), (0, 56, nil),
            (9, 9, nil), (0, 57, nil), (0, 58, nil), (0, 59, "nfs"),
        ] as [(UInt64, UInt64, String?)])
    func recognisesType(major: UInt64, minor: UInt64, type: String?) {
        #expect(NetworkFileSystem.type(ofDevice: (major, minor), in: Self.mounts) == type)
    }

    @Test("are recognised for a file, and for the folder of one that does not exist yet", .enabled(if: hasMounts))
    func recognisesTypeOfFile() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let mounts = try #require(FileManager.default.contents(atPath: Self.mountsPath))
        let list = folder.path("mounts")
        try Data(String(decoding: mounts, as: UTF8.self).replacing(" - proc ", with: " - nfs4 ").utf8)
            .write(to: URL(filePath: list))
        for path in ["/proc", "/proc/new.sqlite"] {
            #expect(NetworkFileSystem.type(ofFileAt: path, mounts: list) == "nfs4")
        }
        #expect(NetworkFileSystem.type(ofFileAt: "/nowhere/at/all.sqlite", mounts: list) == nil)
    }

    @Test("are none for a local file, and for one that does not exist yet")
    func findsNoneForLocalFiles() {
        let folder = FileManager.default.temporaryDirectory
        let files = [folder, folder.appending(path: "new.sqlite"), URL(filePath: "/nowhere/at/all.sqlite")]
        for file in files {
            #expect(NetworkFileSystem.type(ofFileAt: file.path, mounts: Self.mountsPath) == nil)
        }
    }

    private static let mountsPath = "/proc/self/mountinfo"
    private static let hasMounts = FileManager.default.fileExists(atPath: mountsPath)
}
