import Foundation
import TestServer
import Testing

@Suite("Catalogue documents in chunks")
struct DocumentChunkTests {
    static let documents: [String] = [
        "\u{FEFF} [\(record(#"a \" \\ ]"#)), {\"title\": 1}, 12, \(record("챔버오케스트라")) , \"x\\\\\" ]\n ",
        "\u{FEFF}\r\n" + record(#"a \\\" }"#) + "\r\n\r\n{\"title\": \n" + record("캐롤 모음") + "  \r\n",
        "{\n  \"title\": \"a \\\\\",\n  \"singer\": \"\\u00e9 {\\\"\",\n  \"duration\": 3\n}\n\n",
        record("only") + "\n",
        #"[{"title": "\"", "singer": "", "duration": 1}, {"": "b", "title": "b", "duration": 1}]"#,
    ]

    @Test("reads the same records from single bytes", arguments: documents)
    func readsSingleBytes(document: String) throws {
        let data = Data(document.utf8)
        #expect(try DocumentReading(data, cuts: Array(1..<data.count)).content == DocumentReading(data).content)
    }

    @Test("reads the same records from any two chunks", arguments: documents)
    func readsAnyTwoChunks(document: String) throws {
        let data = Data(document.utf8)
        let complete = try DocumentReading(data).content
        for cut in 0...data.count {
            #expect(try DocumentReading(data, cuts: [cut]).content == complete, "cut at \(cut)")
        }
    }

    @Test("reads the same records from random chunks", arguments: [1, 7, 4_242])
    func readsRandomChunks(seed: UInt64) throws {
        let data = Data(GeneratedSong.ndjson(count: 5_000).utf8)
        var random = SplitMix(state: seed)
        let cuts = (0..<60).map { _ in Int.random(in: 0...data.count, using: &random) }.sorted()
        let complete = try DocumentReading(data)
        #expect(complete.music.count == 5_000)
        #expect(try DocumentReading(data, cuts: cuts).content == complete.content)
    }

    @Test("reports an error for any two chunks")
    func reportsErrorForAnyChunks() throws {
        let data = Data("[\(record("a")), {}}]".utf8)
        for cut in 0...data.count {
            #expect(throws: (any Error).self, "cut at \(cut)") { try DocumentReading(data, cuts: [cut]) }
        }
    }

    @Test("delivers batches of at most 2,000 records")
    func limitsBatchSize() throws {
        let data = Data(GeneratedSong.ndjson(count: 4_500).utf8)
        #expect(try DocumentReading(data).batchSizes == [2_000, 2_000, 500])
        let pieces = try DocumentReading(data, cuts: Array(stride(from: 1_000, to: data.count, by: 1_000)))
        #expect(pieces.batchSizes.allSatisfy { $0 <= 2_010 })
        #expect(pieces.batchSizes.count > 1)
    }
}

extension DocumentReading {
    /// The records without the sizes of their batches.
    fileprivate var content: DocumentReading {
        var content = self
        content.batchSizes = []
        return content
    }
}
