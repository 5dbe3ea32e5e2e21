import FermataContracts
import FermataData
import FermataDomain
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

@Suite("Partial files")
struct PartFileTests {
    @Test("are not removed if another file has replaced them")
    func keepsReplacement() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text + ".part"
            let file = try await fixture.downloads().open(music)
            try await file.begin(AudioStart(total: 4))
            try await file.write(Data("ab".utf8))
            try FileManager.default.removeItem(atPath: fixture.path(name))
            try fixture.write(Data("mine".utf8), to: name)
            try await file.release()
            #expect(fixture.content(name) == Data("mine".utf8))
        }
    }
}

@Suite("The first result of several look-ups")
struct FirstResultTests {
    /// Files that are removed after they were opened once.
    private final class RemovedFiles {
        private var paths: Set<String>
        private(set) var opened: [String] = []

        init(_ paths: Set<String>) {
            self.paths = paths
        }

        func open(_ path: String) -> String? {
            opened.append(path)
            return paths.remove(path).map { "content of \($0)" }
        }
    }

    @Test(
        "is that of the only call for its element, even if the file is removed after it",
        arguments: [
            (["a", "b"], "content of a", ["a"]), (["c", "b", "a"], "content of b", ["c", "b"]),
            (["c", "c", "d"], nil, ["c", "c", "d"]), ([], nil, []),
        ] as [([String], String?, [String])])
    func opensOnce(paths: [String], result: String?, opened: [String]) {
        let files = RemovedFiles(["a", "b"])
        #expect(paths.firstResult(of: files.open) == result)
        #expect(files.opened == opened)
    }

    @Test("is found by a nested look-up, which also calls its body once")
    func opensOnceInNestedLookUp() {
        let files = RemovedFiles(["b"])
        let found = [["a"], ["c", "b"], ["b"]].firstResult { $0.firstResult(of: files.open) }
        #expect(found == "content of b")
        #expect(files.opened == ["a", "c", "b"])
    }
}
