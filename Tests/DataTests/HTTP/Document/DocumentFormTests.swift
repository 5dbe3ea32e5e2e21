import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("The form of a catalogue document")
struct DocumentFormTests {
    @Test(
        "one object, an array and one object per line are told apart by content",
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
    func forms(document: String, titles: [String]) throws {
        let reading = try DocumentReading(document)
        #expect(reading.titles == titles)
        #expect(reading.positions == Array(titles.indices.map { $0 + 1 }))
        #expect(reading.rejected.isEmpty)
    }

    @Test(
        "a byte order mark before any form is passed over",
        arguments: [record("a"), "[\(record("a"))]", record("a") + "\n" + record("b")])
    func byteOrderMark(document: String) throws {
        #expect(try DocumentReading("\u{FEFF}" + document) == DocumentReading(document))
    }

    @Test(
        "what is not JSON is named for what it is",
        arguments: [
            ("", "is empty"),
            (" \n\t\r\n", "is empty"),
            ("\u{FEFF}", "is empty"),
            ("<!DOCTYPE html><html></html>", "is a web page (HTML), not JSON"),
            ("\n  <html>", "is a web page (HTML), not JSON"),
            ("hello", "is not JSON: unexpected 'h' at byte 1"),
            ("  \"text\"", "is not JSON: unexpected '\"' at byte 3"),
            ("\u{1F}\u{8B}", "is not JSON: unexpected 0x1F at byte 1"),
        ])
    func notJSON(document: String, reason: String) {
        #expect(reasonForRefusing(document) == reason)
    }

    @Test("brackets, braces and escapes within strings do not end a record")
    func strings() throws {
        let title = #"]}{[,\"\\"#
        let reading = try DocumentReading("[\(record(title)), \(record("b"))]")
        #expect(reading.titles == [#"]}{[,"\"#, "b"])
    }

    @Test("a bad line is one rejected record and the rest goes on")
    func badLine() throws {
        let reading = try DocumentReading(
            [record("a"), "{\"title\": ", "{\"title\"; 1}", record("d")].joined(separator: "\n"))
        #expect(reading.titles == ["a", "d"])
        #expect(reading.positions == [1, 4])
        #expect(reading.rejected.map(\.position) == [2, 3])
        #expect(reading.rejected.allSatisfy { $0.reason.hasPrefix("is not JSON: ") })
    }

    @Test("a bad first line is one rejected record too")
    func badFirstLine() throws {
        let reading = try DocumentReading("{\"title\": \"cut\n" + record("b") + "\n" + record("c"))
        #expect(reading.titles == ["b", "c"])
        #expect(reading.rejected.map(\.position) == [1])
    }

    @Test("a fingerprint tells records apart by their bytes alone")
    func fingerprints() throws {
        let lines = try DocumentReading([record("a"), record("b"), record("a")].joined(separator: "\n"))
        #expect(lines.fingerprints[0] == lines.fingerprints[2])
        #expect(lines.fingerprints[0] != lines.fingerprints[1])
        #expect(
            try DocumentReading("[\(record("b")),\(record("a"))]").fingerprints == [
                lines.fingerprints[1], lines.fingerprints[0],
            ])
    }
}

/// Why a document is an error; nil where it is none.
func reasonForRefusing(_ document: String, limits: CatalogueLimits = CatalogueLimits()) -> String? {
    do {
        _ = try DocumentReading(document, limits: limits)
        return nil
    } catch let error as DocumentError {
        return error.reason
    } catch {
        return "threw \(error)"
    }
}
