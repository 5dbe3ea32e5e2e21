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
        """

    @Test(
        "are recognised by the type of the mount",
        arguments: [
            (0, 52, "nfs4"), (0, 53, "cifs"), (0, 54, "fuse.sshfs"), (0, 55, nil), (259, 2, nil), (0, 56, nil),
            (9, 9, nil),
        ] as [(UInt64, UInt64, String?)])
    func recognisesType(major: UInt64, minor: UInt64, type: String?) {
        #expect(NetworkFileSystem.type(ofDevice: (major, minor), in: Self.mounts) == type)
    }

    @Test("are none for a local file, and for one that does not exist yet")
    func findsNoneForLocalFiles() {
        let folder = FileManager.default.temporaryDirectory
        #expect(NetworkFileSystem.type(ofFileAt: folder.path) == nil)
        #expect(NetworkFileSystem.type(ofFileAt: folder.appending(path: "new.sqlite").path) == nil)
        #expect(NetworkFileSystem.type(ofFileAt: "/nowhere/at/all.sqlite") == nil)
    }
}
