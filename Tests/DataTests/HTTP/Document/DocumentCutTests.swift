import Foundation
import TestServer
import Testing

@Suite("A catalogue document that comes in pieces")
struct DocumentCutTests {
    static let documents: [String] = [
        "\u{FEFF} [\(record(#"a \" \\ ]"#)), {\"title\": 1}, 12, \(record("챔버오케스트라")) , \"x\\\\\" ]\n ",
        "\u{FEFF}\r\n" + record(#"a \\\" }"#) + "\r\n\r\n{\"title\": \n" + record("캐롤 모음") + "  \r\n",
        "{\n  \"title\": \"a \\\\\",\n  \"singer\": \"\\u00e9 {\\\"\",\n  \"duration\": 3\n}\n\n",
        record("only") + "\n",
    ]

    @Test("pieces of one byte give the same records", arguments: documents)
    func bytes(document: String) throws {
        let data = Data(document.utf8)
        #expect(try DocumentReading(data, cuts: Array(1..<data.count)).content == DocumentReading(data).content)
    }

    @Test("a cut at any byte gives the same records", arguments: documents)
    func everyCut(document: String) throws {
        let data = Data(document.utf8)
        let whole = try DocumentReading(data).content
        for cut in 0...data.count {
            #expect(try DocumentReading(data, cuts: [cut]).content == whole, "cut at \(cut)")
        }
    }

    @Test("random cuts of many records give the same records", arguments: [1, 7, 4_242])
    func randomCuts(seed: UInt64) throws {
        let data = Data(GeneratedSong.ndjson(count: 5_000).utf8)
        var random = SplitMix(state: seed)
        let cuts = (0..<60).map { _ in Int.random(in: 0...data.count, using: &random) }.sorted()
        let whole = try DocumentReading(data)
        #expect(whole.music.count == 5_000)
        #expect(try DocumentReading(data, cuts: cuts).content == whole.content)
    }

    @Test("an error is the same wherever the document is cut")
    func errors() throws {
        let data = Data("[\(record("a")), {}}]".utf8)
        for cut in 0...data.count {
            #expect(throws: (any Error).self, "cut at \(cut)") { try DocumentReading(data, cuts: [cut]) }
        }
    }

    @Test("batches are of at most 2,000 records")
    func batches() throws {
        let data = Data(GeneratedSong.ndjson(count: 4_500).utf8)
        #expect(try DocumentReading(data).batchSizes == [2_000, 2_000, 500])
        let pieces = try DocumentReading(data, cuts: Array(stride(from: 1_000, to: data.count, by: 1_000)))
        #expect(pieces.batchSizes.allSatisfy { $0 <= 2_010 })
        #expect(pieces.batchSizes.count > 1)
    }
}

extension DocumentReading {
    /// What was read, however it was batched.
    fileprivate var content: DocumentReading {
        var content = self
        content.batchSizes = []
        return content
    }
}
