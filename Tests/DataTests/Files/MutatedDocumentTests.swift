import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Randomly damaged to-do documents")
struct MutatedDocumentTests {
    @Test("reads or rejects randomly damaged documents", arguments: Repositories.documents)
    func readsOrRejectsDamagedDocuments(_ factory: ToDoDocumentFactory) async throws {
        try await factory.withFolder { folder in
            let file = folder.appending(path: "document")
            let short = SampleDocument.all.filter {
                $0.item.title.utf8.count < 1_000 && $0.item.description.utf8.count < 1_000
            }
            for (seed, toDos) in [short.suffix(8), short.prefix(6)].enumerated() {
                try await factory.make(file).write(Array(toDos))
                try await read(mutating: try Data(contentsOf: file), seed: UInt64(seed), count: 300, as: factory)
            }
        }
    }

    private func read(mutating bytes: Data, seed: UInt64, count: Int, as factory: ToDoDocumentFactory) async throws {
        var random = SeededGenerator(seed)
        let original = try await ToDoReading(bytes, as: factory)
        try #require(original.error == nil && original.recordErrors.isEmpty && !original.records.isEmpty)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url.appending(path: "document")
        var refused = 0
        for _ in 0..<count {
            try mutated(bytes, &random).write(to: file)
            let reading = try await ToDoReading(factory.make(file))
            if let error = reading.error {
                #expect(error.documentFailure != nil)
                refused += 1
            }
            #expect(reading.recordErrors.keys.allSatisfy { (1...reading.records.count).contains($0) })
        }
        #expect(refused > 0 && refused < count)
    }

    /// Returns a copy with some bytes set, removed, duplicated or shuffled.
    private func mutated(_ bytes: Data, _ random: inout SeededGenerator) -> Data {
        var bytes = bytes
        let special: [UInt8] = Array("\0\n\r :;,\\\"^<>/&(){}=".utf8) + [0x7F, 0x80, 0xC3, 0xFF, 0xAF, 0xDF, 0x13]
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let range = start..<min(bytes.count, start + Int.random(in: 1...30, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[start] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[start] = special.randomElement(using: &random) ?? 0
            case 2: bytes.removeSubrange(range)
            case 3: bytes.insert(contentsOf: bytes[range], at: start)
            default: bytes.replaceSubrange(range, with: bytes.prefix(range.count).shuffled(using: &random))
            }
            if bytes.isEmpty { bytes = Data([0]) }
        }
        return bytes
    }
}
