import FermataContracts
import FermataData
import FermataDomain
import Foundation
import NIOCore
import TestServer
import Testing

@Suite("Catalogue documents")
struct DocumentReaderTests {
    @Test(
        "distinguishes an object, an array and NDJSON by content",
        arguments: [
            (record("a"), ["a"]),
            ("  \n" + record("a") + "\n \n", ["a"]),
            ("{\n  \"title\": \"a\",\n  \"duration\": 1\n}\n", ["a"]),
            ("{\r\n\"title\": \"a\",\r\n\r\n\"duration\": 1}\r\n", ["a"]),
            ("[" + record("a") + "]", ["a"]),
            (" [ " + record("a") + " ,\n" + record("b") + "\n]\n", ["a", "b"]),
            (record("a") + "\n" + record("b"), ["a", "b"]),
            (record("a") + "\r\n\r\n  " + record("b") + " \r\n\n", ["a", "b"]),
            ("[]", []),
        ])
    func distinguishesForms(document: String, titles: [String]) throws {
        let reading = try DocumentReading(document)
        #expect(reading.titles == titles)
        #expect(reading.positions == Array(titles.indices.map { $0 + 1 }))
        #expect(reading.rejected.isEmpty)
    }

    @Test(
        "skips a byte order mark in any form",
        arguments: [record("a"), "[\(record("a"))]", record("a") + "\n" + record("b")])
    func skipsByteOrderMark(document: String) throws {
        #expect(try DocumentReading("\u{FEFF}" + document) == DocumentReading(document))
    }

    @Test(
        "describes content that is not JSON",
        arguments: [
            ("", ContentFailure.empty),
            (" \n\t\r\n", .empty),
            ("\u{FEFF}", .empty),
            ("<!DOCTYPE html><html></html>", .webPage),
            ("\n  <html>", .webPage),
            ("hello", .notJSON(byte: UInt8(ascii: "h"), at: 0)),
            ("  \"text\"", .notJSON(byte: UInt8(ascii: "\""), at: 2)),
            ("\u{1F}\u{8B}", .notJSON(byte: 0x1F, at: 0)),
        ])
    func describesOtherContent(document: String, failure expected: ContentFailure) {
        #expect(reasonForRefusing(document) == expected)
    }

    @Test("ignores brackets, braces and escapes in strings")
    func ignoresBracketsInStrings() throws {
        let title = #"]}{[,\"\\"#
        let reading = try DocumentReading("[\(record(title)), \(record("b"))]")
        #expect(reading.titles == [#"]}{[,"\"#, "b"])
    }

    @Test("rejects an invalid line and reads the others")
    func skipsInvalidLines() throws {
        let reading = try DocumentReading(
            [record("a"), "{\"title\": ", "{\"title\"; 1}", record("d")].joined(separator: "\n"))
        #expect(reading.titles == ["a", "d"])
        #expect(reading.positions == [1, 4])
        #expect(reading.rejected.map(\.position) == [2, 3])
        #expect(reading.rejected.allSatisfy { $0.cause.isInvalidJSON })
    }

    @Test("rejects an invalid first line and reads the others")
    func skipsInvalidFirstLine() throws {
        let reading = try DocumentReading("{\"title\": \"cut\n" + record("b") + "\n" + record("c"))
        #expect(reading.titles == ["b", "c"])
        #expect(reading.rejected.map(\.position) == [1])
    }

    @Test("rejects a line with two objects")
    func rejectsTwoObjectsInOneLine() throws {
        let reading = try DocumentReading(record("a") + " " + record("b"))
        #expect(reading.titles.isEmpty)
        #expect(reading.rejected.map(\.position) == [1])
    }

    @Test("computes fingerprints from a record's bytes alone")
    func fingerprintsBytes() throws {
        let lines = try DocumentReading([record("a"), record("b"), record("a")].joined(separator: "\n"))
        #expect(lines.fingerprints[0] == lines.fingerprints[2])
        #expect(lines.fingerprints[0] != lines.fingerprints[1])
        #expect(
            try DocumentReading("[\(record("b")),\(record("a"))]").fingerprints == [
                lines.fingerprints[1], lines.fingerprints[0],
            ])
    }

    @Test(
        "names the byte of a structure error in an array",
        arguments: [
            ("[{} {}]", ContentFailure.notJSON(byte: UInt8(ascii: "{"), at: 4)),
            ("[{},]", .notJSON(byte: UInt8(ascii: "]"), at: 4)),
            ("[,{}]", .notJSON(byte: UInt8(ascii: ","), at: 1)),
            ("[{},,{}]", .notJSON(byte: UInt8(ascii: ","), at: 4)),
            ("[{}x]", .notJSON(byte: UInt8(ascii: "x"), at: 3)),
            ("[{}]]", .notJSON(byte: UInt8(ascii: "]"), at: 4)),
            ("[{}]\n{}", .notJSON(byte: UInt8(ascii: "{"), at: 5)),
            ("[abc]", .notJSON(byte: UInt8(ascii: "a"), at: 1)),
            ("[{}}]", .notJSON(byte: UInt8(ascii: "}"), at: 3)),
            ("[{}\u{00}]", .notJSON(byte: 0x00, at: 3)),
        ])
    func namesByteOfArrayError(document: String, failure expected: ContentFailure) {
        #expect(reasonForRefusing(document) == expected)
    }

    @Test(
        "rejects a truncated document",
        arguments: ["[", "[{}", "[{},", "[{\"a", "[1", "{\n\"title\": 1", "{\n\"title\": \"\\"])
    func rejectsTruncatedDocument(document: String) {
        #expect(reasonForRefusing(document) == .incompleteJSON(after: document.utf8.count))
    }

    @Test(
        "rejects text after a single object",
        arguments: [
            ("{\n}\n x", ContentFailure.notJSON(byte: UInt8(ascii: "x"), at: 5)),
            ("{\n} {}", .notJSON(byte: UInt8(ascii: "{"), at: 4)),
        ])
    func rejectsTextAfterObject(document: String, failure expected: ContentFailure) {
        #expect(reasonForRefusing(document) == expected)
    }

    @Test(
        "returns the complete records before a break",
        arguments: [
            ("[A,B,,C]", ["A", "B"]), ("[A,B,C", ["A", "B", "C"]), ("[A,B,{\"ti", ["A", "B"]), ("[A B]", ["A"]),
            ("A\nB\n{\"ti", ["A", "B"]), ("<html>", []), ("{\"ti", []),
        ])
    func returnsRecordsBeforeBreak(document: String, titles: [String]) throws {
        let text = ["A", "B", "C"].reduce(document) { $0.replacing($1, with: record($1)) }
        let (reading, failure) = try DocumentReading.untilError(text)
        #expect(failure != nil && reading.titles == titles)
        #expect(reading.positions == Array(1...titles.count + 1).dropLast())
    }

    @Test("rejects invalid elements and reads the others")
    func skipsInvalidElements() throws {
        let reading = try DocumentReading(
            #"[{"title": }, \#(record("b")), 1, "two", null, [3], -4.5e6, true, \#(record("i"))]"#)
        #expect(reading.titles == ["b", "i"])
        #expect(reading.positions == [2, 9])
        #expect(reading.rejected.map(\.position) == [1, 3, 4, 5, 6, 7, 8])
        #expect(reading.rejected[0].cause.isInvalidJSON)
        #expect(reading.rejected.dropFirst().allSatisfy { $0.cause == .notAnObject })
    }

    @Test("rejects a document whose last line is truncated")
    func rejectsTruncatedLastLine() {
        let complete = record("a") + "\n" + record("b") + "\n"
        for count in (record("a").utf8.count + 2)..<(complete.utf8.count - 2) {
            let cut = String(complete.prefix(count))
            #expect(reasonForRefusing(cut) == .incompleteJSON(after: count))
        }
    }

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
        let data = Data(GeneratedSong.ndjson(count: 1_000).utf8)
        var random = SeededGenerator(seed)
        let cuts = (0..<60).map { _ in Int.random(in: 0...data.count, using: &random) }.sorted()
        let complete = try DocumentReading(data)
        #expect(complete.music.count == 1_000)
        #expect(try DocumentReading(data, cuts: cuts).content == complete.content)
    }

    @Test("reports an error for any two chunks")
    func reportsErrorForAnyChunks() throws {
        let data = Data("[\(record("a")), {}}]".utf8)
        for cut in 0...data.count {
            #expect(throws: (any Error).self, "cut at \(cut)") { try DocumentReading(data, cuts: [cut]) }
        }
    }

    @Test("rejects a record of 2 MiB in an array and in NDJSON")
    func rejectsLongRecord() throws {
        let long = record(String(repeating: "x", count: 2 << 20))
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

/// The reason why a document is rejected; nil if it is not.
func reasonForRefusing(_ document: String, limits: CatalogueLimits = CatalogueLimits()) -> ContentFailure? {
    do {
        _ = try DocumentReading(document, limits: limits)
        return nil
    } catch let error as ContentFailure {
        return error
    } catch {
        Issue.record(error)
        return nil
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

/// The records of a complete document.
struct DocumentReading: Equatable {
    var music: [RemoteMusic] = []
    var positions: [Int] = []
    var fingerprints: [UInt64] = []
    var rejected: [RejectedRecord] = []
    var batchSizes: [Int] = []

    /// Reads a document in chunks that end at `cuts`.
    init(
        _ document: Data, cuts: [Int] = [], limits: CatalogueLimits = CatalogueLimits(),
        base: String = "http://example.org/music/songs.json"
    ) throws {
        let address = try #require(URL(string: base))
        var reader = DocumentReader(
            limits: limits, decoder: RecordDecoder(base: address, depthLimit: limits.depth))
        for (start, end) in zip([0] + cuts, cuts + [document.count]) {
            for batch in try reader.read(ByteBuffer(bytes: document[start..<end])) { append(batch) }
        }
        for batch in try reader.finish() { append(batch) }
        rejected.sort { $0.position < $1.position }
    }

    /// Returns a document's complete records up to a structure error, and the error.
    static func untilError(_ document: String) throws -> (DocumentReading, ContentFailure?) {
        var reading = DocumentReading()
        let address = try #require(URL(string: "http://example.org/songs.json"))
        var reader = DocumentReader(
            limits: CatalogueLimits(), decoder: RecordDecoder(base: address, depthLimit: CatalogueLimits().depth))
        do {
            for batch in try reader.read(ByteBuffer(string: document)) + reader.finish() { reading.append(batch) }
            return (reading, nil)
        } catch {
            for batch in reader.completeBatches() { reading.append(batch) }
            return (reading, error)
        }
    }

    private init() {}

    init(_ document: String, limits: CatalogueLimits = CatalogueLimits()) throws {
        try self.init(Data(document.utf8), limits: limits)
    }

    var titles: [String] { music.map(\.title) }

    private mutating func append(_ batch: RemoteBatch) {
        batchSizes.append(batch.records.count + batch.rejected.count)
        rejected += batch.rejected
        for record in batch.records {
            do {
                music.append(try record.read())
                positions.append(record.position)
                fingerprints.append(record.fingerprint)
            } catch let rejection as RejectedRecord {
                rejected.append(rejection)
            } catch {
                rejected.append(RejectedRecord(position: record.position, .unreadable))
            }
        }
    }
}

/// A record with a title and a duration of one second.
func record(_ title: String) -> String { #"{"title": "\#(title)", "duration": 1}"# }

extension RecordError {
    var isInvalidJSON: Bool { if case .invalidJSON = self { true } else { false } }
}
