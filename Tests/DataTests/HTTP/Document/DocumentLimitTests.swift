import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Limits of catalogue documents")
struct DocumentLimitTests {
    @Test("rejects a record of 10 MB in an array and in NDJSON")
    func rejectsLongRecord() throws {
        let long = record(String(repeating: "x", count: 10 << 20))
        let rejected = [RejectedRecord(position: 2, .tooLong(limit: 1 << 20))]
        for document in ["[\(record("a")),\(long),\(record("c"))]", "\(record("a"))\n\(long)\n\(record("c"))"] {
            let data = Data(document.utf8)
            let reading = try DocumentReading(data, cuts: Array(stride(from: 16_000, to: data.count, by: 16_000)))
            #expect(reading.titles == ["a", "c"])
            #expect(reading.positions == [1, 3])
            #expect(reading.rejected == rejected)
        }
    }

    @Test("rejects a first line or single object that is too long")
    func rejectsLongFirstRecord() throws {
        let limits = CatalogueLimits(recordBytes: 1_000)
        let rejected = [RejectedRecord(position: 1, .tooLong(limit: 1000))]
        let text = record(String(repeating: "x", count: 10_000))
        let lines = Data((text + "\n" + record("b")).utf8)
        let reading = try DocumentReading(
            lines, cuts: Array(stride(from: 100, to: lines.count, by: 100)), limits: limits)
        #expect(reading.titles == ["b"])
        #expect(reading.rejected == rejected)
        let object = Data(("{\n" + text.dropFirst()).utf8)
        let cuts = Array(stride(from: 100, to: object.count, by: 100))
        #expect(try DocumentReading(object, cuts: cuts, limits: limits).rejected == rejected)
    }

    @Test("accepts a record of exactly the limit and rejects one byte more")
    func appliesExactRecordLimit() throws {
        let text = record("12345")
        let document = text + "\n" + text
        #expect(try DocumentReading(document, limits: CatalogueLimits(recordBytes: text.utf8.count)).music.count == 2)
        let shorter = try DocumentReading(document, limits: CatalogueLimits(recordBytes: text.utf8.count - 1))
        #expect(shorter.music.isEmpty)
        #expect(
            shorter.rejected.map(\.cause) == Array(repeating: .tooLong(limit: text.utf8.count - 1), count: 2))
    }

    @Test("accepts a document of exactly the limit and rejects one byte more")
    func appliesExactDocumentLimit() {
        let document = record("a")
        let limit = document.utf8.count
        #expect(reasonForRefusing(document, limits: CatalogueLimits(documentBytes: limit)) == nil)
        #expect(
            reasonForRefusing(document + "\n", limits: CatalogueLimits(documentBytes: limit))
                == .tooLarge(limit: limit, isUnpacked: false))
    }

    @Test("skips long white space after the first line")
    func skipsLongWhiteSpace() throws {
        let data = Data((record("a") + String(repeating: " \n", count: 5_000) + record("b")).utf8)
        let cuts = Array(stride(from: 100, to: data.count, by: 100))
        let reading = try DocumentReading(data, cuts: cuts, limits: CatalogueLimits(recordBytes: 1_000))
        #expect(reading.titles == ["a", "b"])
    }

    @Test(
        "rejects a record that is nested too deeply",
        arguments: [("", ""), ("[", "]")])
    func rejectsDeepRecord(before: String, after: String) throws {
        func nested(_ levels: Int) -> String {
            let array = String(repeating: "[", count: levels - 1) + String(repeating: "]", count: levels - 1)
            return #"\#(before){"title": "deep", "duration": 1, "more": \#(array)}\#(after)"#
        }
        #expect(try DocumentReading(nested(64)).titles == ["deep"])
        let cause = RecordError.tooDeep(limit: 64)
        #expect(try DocumentReading(nested(65)).rejected == [RejectedRecord(position: 1, cause)])
        #expect(try DocumentReading(nested(100_000)).rejected == [RejectedRecord(position: 1, cause)])
    }

    @Test("does not count values that are not nested towards the depth limit")
    func ignoresFlatValues() throws {
        let limits = CatalogueLimits(depth: 0)
        let array = try DocumentReading(#"[7, "two", 8]"#, limits: limits)
        #expect(array.rejected.map(\.cause) == Array(repeating: .notAnObject, count: 3))
        let lines = try DocumentReading("{}\nx\n", limits: limits)
        #expect(lines.rejected.map(\.position) == [1, 2])
        #expect(lines.rejected.first?.cause == .tooDeep(limit: 0))
        #expect(lines.rejected.last?.cause.isInvalidJSON == true)
    }
}
