import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Forms of catalogue documents")
struct DocumentFormTests {
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
