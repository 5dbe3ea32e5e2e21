import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

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
                for round in 0..<8 {
                    await #expect(processExitsWith: .signal(SIGKILL)) {
                        [file = file as URL, index = index as Int, delay = UInt32(round * 25_000) as UInt32] in
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
