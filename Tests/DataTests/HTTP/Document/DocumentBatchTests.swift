import FermataData
import Foundation
import Testing

@Suite("Batches of catalogue documents")
struct DocumentBatchTests {
    @Test("ends a batch at 2,000 records")
    func endsBatchAtRecordCount() throws {
        #expect(try batchSizes(line: record("a") + "\n", count: 4_000) == [2_000, 2_000])
    }

    @Test("ends a batch at 1 MiB")
    func endsBatchAtSize() throws {
        let padding = 1_024 - (record("") + "\n").utf8.count
        let line = record(String(repeating: "x", count: padding)) + "\n"
        #expect(try batchSizes(line: line, count: 2_058) == [1_024, 1_024, 10])
    }

    @Test("accepts a record of exactly the limit that arrives before its line end")
    func acceptsUnterminatedRecordOfExactLimit() throws {
        let text = record("12345")
        let limits = CatalogueLimits(recordBytes: text.utf8.count)
        let reading = try DocumentReading(Data((text + "\n" + text).utf8), cuts: [text.utf8.count], limits: limits)
        #expect(reading.titles == ["12345", "12345"])
    }

    /// The sizes of the batches of a document that arrives line by line.
    private func batchSizes(line: String, count: Int) throws -> [Int] {
        let document = Data(String(repeating: line, count: count).utf8)
        let cuts = Array(stride(from: line.utf8.count, to: document.count, by: line.utf8.count))
        return try DocumentReading(document, cuts: cuts).batchSizes
    }
}
