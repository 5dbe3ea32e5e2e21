public import FermataDomain
public import Foundation
public import Testing

/// Makes a document of to-dos for the URL of its file.
public struct ToDoDocumentFactory: Sendable, CustomTestStringConvertible {
    public let name: String
    public let make: @Sendable (URL) throws -> any ToDoDocument
    /// Runs a body with an empty folder.
    public let withFolder: @Sendable (@Sendable (URL) async throws -> Void) async throws -> Void

    public init(
        _ name: String, withFolder: @escaping @Sendable (@Sendable (URL) async throws -> Void) async throws -> Void,
        make: @escaping @Sendable (URL) throws -> any ToDoDocument
    ) {
        (self.name, self.withFolder, self.make) = (name, withFolder, make)
    }

    public var testDescription: String { name }
}

/// The rules of every `ToDoDocument`.
public enum ToDoDocumentContract {
    public typealias Rule = ContractRule<ToDoDocumentFactory>

    public static let rules: [Rule] = [
        rule("reads back exactly the written to-dos") { document, _ in
            try await document.write(SampleDocument.all)
            let read = try await document.entries().map { String(reflecting: $0) }
            for (read, written) in zip(read, SampleDocument.all) {
                #expect(read.unicodeScalars.elementsEqual(String(reflecting: written.entry).unicodeScalars))
            }
            #expect(read.count == SampleDocument.all.count)
        },
        rule("writes and reads many to-dos in batches and in order") { document, _ in
            let toDos = (1...2_500).map { ToDo(number: $0, item: ToDoItem(title: "Song \($0)"), isDone: $0 > 1_250) }
            try await document.write(BatchSequence(batchSize: 700) { toDos })
            #expect(try await document.batches().collected().count > 1)
            for try await _ in document.batches() { break }
            for _ in 1...2 { #expect(try await document.records() == toDos.map { .success($0.entry) }) }
        },
        rule("reads no to-do from a document written without any") { document, _ in
            try await document.write([])
            #expect(try await document.entries() == [])
            #expect(try await document.batches().collected().isEmpty)
        },
        rule("replaces the previous content completely") { document, file in
            try await document.write(SampleDocument.all)
            try await document.write([SampleDocument.all[0]])
            #expect(try await document.entries() == [SampleDocument.all[0].entry])
            #expect(try names(beside: file) == [file.lastPathComponent])
        },
        rule("keeps the previous content and rethrows if writing fails") { document, file in
            for before in [[], SampleDocument.all] {
                if !before.isEmpty { try await document.write(before) }
                let content = FileManager.default.contents(atPath: file.path)
                await #expect(throws: ToDoError.blankTitle) {
                    try await document.write(FailingBatches(count: 3, error: ToDoError.blankTitle))
                }
                #expect(FileManager.default.contents(atPath: file.path) == content)
                #expect(try names(beside: file) == (content == nil ? [] : [file.lastPathComponent]))
            }
        },
        rule("throws for a missing file") { document, file in
            let missing = ToDoDocumentError.cannotRead(path: file.path, .missing)
            await #expect(throws: missing) { _ = try await document.entries() }
        },
        rule("throws for a folder and does not change it") { document, file in
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            await #expect(throws: ToDoDocumentError.cannotRead(path: file.path, .isFolder)) {
                _ = try await document.entries()
            }
            await #expect(throws: ToDoDocumentError.cannotWrite(path: file.path, .isFolder)) {
                try await document.write([])
            }
            #expect(try names(beside: file) == [file.lastPathComponent])
        },
        rule("throws for a file of another format") { document, file in
            for content in ["", "hello", "{\"to\": \"do\"}", "\0\u{1}\u{2}", "<html></html>"] {
                try Data(content.utf8).write(to: file)
                let error = await #expect(throws: ToDoDocumentError.self) { _ = try await document.entries() }
                guard case .invalid(let path, _)? = error, path == file.path else {
                    Issue.record("\(content): \(String(describing: error))")
                    continue
                }
            }
        },
        rule("does not change when it is read") { document, file in
            try await document.write(SampleDocument.all)
            let content = FileManager.default.contents(atPath: file.path)
            let before = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
            _ = try await document.entries()
            #expect(FileManager.default.contents(atPath: file.path) == content)
            let after = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
            #expect(before != nil && before == after)
            #expect(try names(beside: file) == [file.lastPathComponent])
        },
    ]

    private static func rule(
        _ name: String, _ check: @escaping @Sendable (any ToDoDocument, URL) async throws -> Void
    ) -> Rule {
        Rule(name) { factory in
            try await factory.withFolder { folder in
                let file = folder.appending(path: "to do; é.list")
                try await check(try factory.make(file), file)
            }
        }
    }

    private static func names(beside file: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
    }
}

/// Returns the sample document `count` times, then throws.
private struct FailingBatches: AsyncSequence, AsyncIteratorProtocol {
    var count: Int
    let error: any Error

    func makeAsyncIterator() -> Self { self }

    mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> [ToDo]? {
        if count == 0 { throw error }
        count -= 1
        return SampleDocument.all
    }
}

extension ToDoDocument {
    public func write(_ toDos: [ToDo]) async throws {
        try await write(BatchSequence(batchSize: 500) { toDos })
    }

    /// The records of all batches.
    public func records() async throws -> [RecordResult<ToDoEntry>] {
        try await batches().joined()
    }

    /// All to-dos. Throws the first `RejectedRecord`, if there is one.
    public func entries() async throws -> [ToDoEntry] {
        try await records().map { try $0.get() }
    }
}
