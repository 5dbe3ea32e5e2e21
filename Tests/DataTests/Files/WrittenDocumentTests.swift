import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestServer
import TestTraits
import Testing

@Suite("Writing to-do documents")
struct WrittenDocumentTests {
    private static let toDo = ToDo(number: 1, item: ToDoItem(title: "챔버오케스트라"))

    @Test("preserves the permissions of the replaced file", arguments: Repositories.documents, [0o600, 0o640, 0o777])
    func preservesPermissions(_ factory: ToDoDocumentFactory, mode: Int) async throws {
        try await factory.withFolder { folder in
            let file = folder.appending(path: "document")
            try await factory.make(file).write([])
            let other = folder.appending(path: "other").path
            close(open(other, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644))
            #expect(try posixMode(of: file.path) == posixMode(of: other))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            try await factory.make(file).write([Self.toDo])
            #expect(try posixMode(of: file.path) == mode)
        }
    }

    @Test(
        "writes to the target of a symbolic link, even a missing one", arguments: Repositories.documents, [true, false])
    func followsLinks(_ factory: ToDoDocumentFactory, fileExists: Bool) async throws {
        try await factory.withFolder { folder in
            let (link, file) = (folder.appending(path: "link"), folder.appending(path: "a/document"))
            try FileManager.default.createDirectory(
                at: folder.appending(path: "a"), withIntermediateDirectories: false)
            for (name, target) in [("link", "other"), ("other", "a/document")] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.appending(path: name).path, withDestinationPath: target)
            }
            if fileExists { try await factory.make(file).write([]) }
            try await factory.make(link).write([Self.toDo])
            #expect(try await factory.make(file).entries() == [Self.toDo.entry])
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "other")
            #expect(try Self.names(in: folder) == ["a", "link", "other"])
            #expect(try Self.names(in: folder.appending(path: "a")) == ["document"])
        }
    }

    @Test("reports why a document cannot be written", arguments: Repositories.documents)
    func reportsCause(_ factory: ToDoDocumentFactory) async throws {
        try await factory.withFolder { folder in
            try Data().write(to: folder.appending(path: "file"))
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: "circle").path, withDestinationPath: "circle")
            for (name, failure) in [
                ("no/document", StorageFailure.folderMissing),
                ("file/document", .notAFolder),
                ("circle", .linkLoop),
                (String(repeating: "a", count: 300), .nameTooLong),
            ] {
                let file = folder.appending(path: name)
                await #expect(throws: ToDoDocumentError.cannotWrite(path: file.path, failure)) {
                    try await factory.make(file).write([])
                }
            }
            #expect(try Self.names(in: folder) == ["circle", "file"])
        }
    }

    @Test("supports the longest possible file name", arguments: Repositories.documents)
    func supportsLongestName(_ factory: ToDoDocumentFactory) async throws {
        try await factory.withFolder { folder in
            let file = folder.appending(path: String(repeating: "é", count: 127))
            try await factory.make(file).write([Self.toDo])
            #expect(try await factory.make(file).entries() == [Self.toDo.entry])
        }
    }

    @Test("reads from a pipe", arguments: Repositories.documents)
    func readsFromPipe(_ factory: ToDoDocumentFactory) async throws {
        try await factory.withFolder { folder in
            let (file, pipe) = (folder.appending(path: "file"), folder.appending(path: "pipe"))
            try await factory.make(file).write(SampleDocument.all)
            #expect(mkfifo(pipe.path, 0o600) == 0)
            async let read = try factory.make(pipe).entries()
            let bytes = try Data(contentsOf: file)
            // Writing blocks until the pipe is read, so it must not occupy a task's thread.
            Thread.detachNewThread { try? bytes.write(to: pipe) }
            #expect(try await read == SampleDocument.all.map(\.entry))
        }
    }

    @Test("refuses to write to a pipe or a device, without waiting for a reader", arguments: Repositories.documents)
    func refusesPipesAndDevices(_ factory: ToDoDocumentFactory) async throws {
        try await factory.withFolder { folder in
            let pipe = folder.appending(path: "pipe")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            for path in [pipe.path, TestDevice.path(in: folder)] {
                let document = try factory.make(URL(filePath: path))
                await #expect(throws: ToDoDocumentError.cannotWrite(path: path, .unsupported)) {
                    try await document.write(SampleDocument.all)
                }
            }
            #expect(try Self.names(in: folder).filter { $0 != "device" } == ["pipe"])
        }
    }

    @Test("writes to an inherited stream at its current position", arguments: Repositories.documents)
    func appendsToOpenStream(_ factory: ToDoDocumentFactory) async throws {
        try await factory.withFolder { folder in
            let file = folder.appending(path: "file")
            try Data("before\n".utf8).write(to: file)
            let handle = try FileHandle(forUpdating: file)
            try handle.seekToEnd()
            let document = try factory.make(URL(filePath: "/dev/fd/\(handle.fileDescriptor)"))
            try await document.write([Self.toDo])
            #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("before\n"))
            try handle.seek(toOffset: 7)
            #expect(try await document.entries() == [Self.toDo.entry])
            try handle.close()
            #expect(try Self.names(in: folder) == ["file"])
        }
    }

    @Test("closes its files", .enabled(if: hasDescriptors), arguments: Repositories.documents)
    func closesFiles(_ factory: ToDoDocumentFactory) async throws {
        try await factory.withFolder { folder in
            let file = folder.appending(path: "file")
            try await factory.make(file).write([Self.toDo])
            try await waitUntil { try !Self.isOpen(folder) }
            let handle = try FileHandle(forUpdating: file)
            let document = try factory.make(URL(filePath: "/dev/fd/\(handle.fileDescriptor)"))
            try await document.write([Self.toDo])
            try handle.seek(toOffset: 0)
            _ = try await document.entries()
            #expect(try Self.isOpen(folder))
            try handle.close()
            try await waitUntil { try !Self.isOpen(folder) }
        }
    }

    /// The test runs its code in a child process.
    @Test("reads standard input and writes to standard output")
    func usesStandardStreams() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        await #expect(processExitsWith: .success) { [folder = folder.url as URL] in
            try await Self.readAndWriteStandardStreams(in: folder)
        }
    }

    private static func readAndWriteStandardStreams(in folder: URL) async throws {
        let (input, output) = (folder.appending(path: "input"), folder.appending(path: "output"))
        try await Repositories.propertyList.make(input).write([toDo])
        try Data().write(to: output)
        for (file, stream) in [(input, STDIN_FILENO), (output, STDOUT_FILENO)] {
            #expect(dup2(open(file.path, O_RDWR), stream) == stream)
        }
        let read = try await Repositories.propertyList.make(URL(filePath: "/dev/stdin")).entries()
        #expect(read == [toDo.entry])
        try await Repositories.propertyList.make(URL(filePath: "/dev/stdout")).write([toDo])
        #expect(try Data(contentsOf: output) == Data(contentsOf: input))
    }

    @Test("refuses a file that the program opened for itself", arguments: Repositories.documents)
    func refusesOwnFile(_ factory: ToDoDocumentFactory) async throws {
        try await factory.withFolder { folder in
            let file = folder.appending(path: "library")
            let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(descriptor) }
            let path = "/dev/fd/\(descriptor)"
            let document = try factory.make(URL(filePath: path))
            await #expect(throws: ToDoDocumentError.cannotWrite(path: path, .notOpen)) {
                try await document.write([Self.toDo])
            }
            #expect(try Data(contentsOf: file).isEmpty)
        }
    }

    @Test("removes files of killed programs, and no others", arguments: Repositories.documents)
    func removesAbandonedFiles(_ factory: ToDoDocumentFactory) async throws {
        try await factory.withFolder { folder in
            let file = folder.appending(path: "document")
            try Data("left".utf8).write(to: folder.appending(path: ".document.part"))
            try await factory.make(file).write([Self.toDo])
            #expect(try Self.names(in: folder) == ["document"])
            let foreign = folder.appending(path: ".document.part")
            try FileManager.default.createSymbolicLink(atPath: foreign.path, withDestinationPath: "document")
            try await factory.make(file).write([])
            #expect(try Self.names(in: folder) == [".document.part", "document"])
            #expect(try await factory.make(file).entries() == [])
        }
    }

    @Test("is one of two documents that are written concurrently", arguments: Repositories.documents)
    func isOneOfTwoConcurrentWrites(_ factory: ToDoDocumentFactory) async throws {
        try await factory.withFolder { folder in
            let document = try factory.make(folder.appending(path: "document"))
            let inner = try factory.make(folder.appending(path: "document"))
            let batchCount = Mutex(0)
            let batches = AsyncThrowingStream<[ToDo], any Error> {
                switch batchCount.withLock({
                    $0 += 1; return $0
                }) {
                case 1: return [Self.toDo]
                case 2:
                    try await inner.write([])
                    #expect(try await inner.entries() == [])
                    return [Self.toDo]
                default: return nil
                }
            }
            try await document.write(batches)
            #expect(try await document.entries() == [Self.toDo.entry, Self.toDo.entry])
            #expect(try Self.names(in: folder) == ["document"])
        }
    }

    @Test(
        "leaves the document unchanged if the disk is full",
        .enabled("requires root to mount a small disk") {
            await LimitedDisk.isPossible()
        }, arguments: Repositories.documents)
    func isUnchangedOnFullDisk(_ factory: ToDoDocumentFactory) async throws {
        try await LimitedDisk.with(kibibytes: 512) { disk in
            let folder = URL(filePath: disk.path)
            let file = folder.appending(path: "document")
            let document = try factory.make(file)
            try await document.write([Self.toDo])
            let many = Array(repeating: Self.toDo, count: 10_000)
            await #expect(throws: ToDoDocumentError.cannotWrite(path: file.path, .full)) {
                try await document.write(many)
            }
            #expect(try await document.entries() == [Self.toDo.entry])
            #expect(try Self.names(in: folder) == ["document"])
            try disk.remount("size=64m")
            try await document.write(many)
            #expect(try await document.entries().count == many.count)
        }
    }

    private static let descriptors = "/proc/self/fd"
    private static let hasDescriptors = FileManager.default.fileExists(atPath: descriptors)

    /// Whether this program has an open descriptor of a folder or of a file in it.
    private static func isOpen(_ folder: URL) throws -> Bool {
        let path = folder.resolvingSymlinksInPath().path
        return try FileManager.default.contentsOfDirectory(atPath: descriptors).contains { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")
            return target == path || target?.hasPrefix(path + "/") == true
        }
    }

    private static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}

/// Each test runs its code in a child process.
@Suite("To-do documents and killed programs")
struct KilledDocumentTests {
    @Test("is completely old or completely new after kill -9 at any moment")
    func survivesKill() async throws {
        for (index, factory) in Repositories.documents.enumerated() {
            try await factory.withFolder { folder in
                let file = folder.appending(path: "document")
                let document = try factory.make(file)
                try await document.write(Self.toDos(1))
                for round in 0..<4 {
                    await #expect(processExitsWith: .signal(SIGKILL)) {
                        [file = file as URL, index = index as Int, delay = UInt32(round * 50_000) as UInt32] in
                        try await Self.write(Repositories.documents[index].make(file), untilKilledAfter: delay)
                    }
                    let titles = Set(try await document.entries().map(\.item.title))
                    #expect(titles.count == 1, "\(factory.name), round \(round)")
                    #expect(try await document.entries().count == Self.toDos(1).count)
                }
                try await document.write([])
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["document"])
            }
        }
    }

    @Test("reports missing permissions")
    func reportsMissingPermission() async throws {
        for (index, factory) in Repositories.documents.enumerated() {
            try await factory.withFolder { folder in
                let file = folder.appending(path: "document")
                try await factory.make(file).write([])
                try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
                await #expect(processExitsWith: .success) { [file = file as URL, index = index as Int] in
                    try await Self.useWithoutRights(Repositories.documents[index].make(file), file: file)
                }
            }
        }
    }

    private static func toDos(_ number: Int) -> [ToDo] {
        Array(repeating: ToDo(number: 1, item: ToDoItem(title: "Writing \(number)")), count: 3_000)
    }

    /// `delay` is in microseconds.
    private static func write(_ document: any ToDoDocument, untilKilledAfter delay: UInt32) async throws {
        Thread.detachNewThread {
            usleep(delay)
            kill(getpid(), SIGKILL)
        }
        for number in 1... {
            try await document.write(BatchSequence(batchSize: 1) { toDos(number) })
        }
    }

    private static func useWithoutRights(_ document: any ToDoDocument, file: URL) async throws {
        let folder = file.deletingLastPathComponent()
        // No mode stops root, so its process becomes another user.
        if geteuid() == 0 { #expect(seteuid(65_534) == 0) } else { #expect(chmod(folder.path, 0o500) == 0) }
        defer { chmod(folder.path, 0o700) }
        await #expect(throws: ToDoDocumentError.cannotRead(path: file.path, .permission)) {
            _ = try await document.records()
        }
        await #expect(throws: ToDoDocumentError.cannotWrite(path: file.path, .permission)) {
            try await document.write([])
        }
        let beside = folder.appending(path: "beside")
        await #expect(throws: ToDoDocumentError.cannotWrite(path: beside.path, .permission)) {
            try await PropertyListToDoDocument(file: beside, timeZone: zone("UTC")).write([])
        }
    }
}

/// Returns the POSIX permissions of a file or folder.
func posixMode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
