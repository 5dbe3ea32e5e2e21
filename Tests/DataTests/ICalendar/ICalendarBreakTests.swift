import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import Testing

@Suite("Invalid iCalendar documents")
struct ICalendarBreakTests {
    @Test(
        "rejects an invalid to-do with a reason and reads the others",
        arguments: [
            (["X-A:1"], "it has no title"), (["SUMMARY:a", "nonsense"], "line 6 is no property"),
            (["SUMMARY:a", "DUE:20260231"], "its DUE “20260231” is no date"),
            (["SUMMARY:a", "DUE:20230229T100000Z"], "its DUE “20230229T100000Z” is no date"),
            (["SUMMARY:a", "DUE:20260101T240000Z"], "its DUE “20260101T240000Z” is no date"),
            (["SUMMARY:a", "DUE:20260101T106000Z"], "its DUE “20260101T106000Z” is no date"),
            (["SUMMARY:a", "DUE:2026-01-01"], "its DUE “2026-01-01” is no date"),
            (["SUMMARY:a", "DUE:00000101"], "its DUE “00000101” is no date"),
            (["SUMMARY:a", "DUE:"], "its DUE “” is no date"),
            (
                ["SUMMARY:a", "DUE:99991231T235959Z"],
                "its DUE “99991231T235959Z” is no date within the years 1 to 9999"
            ),
            (["SUMMARY:a", "DUE;TZID=Nowhere:20260101T100000"], "its time zone “Nowhere” is no known one"),
            (["SUMMARY:a", "DTSTART:20260101", "DURATION:P"], "its DURATION “P” is no duration"),
            (["SUMMARY:a", "DTSTART:20260101", "DURATION:1D"], "its DURATION “1D” is no duration"),
            (
                ["SUMMARY:a", "DTSTART:20260101", "DURATION:P9999999W"],
                "its DTSTART “20260101” is no date within the years 1 to 9999"
            ),
            (["SUMMARY:a", "GEO:91;0"], "its GEO “91;0” is no point on the Earth"),
            (["SUMMARY:a", "GEO:nan;0"], "its GEO “nan;0” is no point on the Earth"),
            (["SUMMARY:a", "GEO:0x10;0"], "its GEO “0x10;0” is no point on the Earth"),
            (["SUMMARY:a", "GEO:1"], "its GEO “1” is no point on the Earth"),
            (["SUMMARY:a", "GEO:1,2"], "its GEO “1,2” is no point on the Earth"),
            (["SUMMARY:a", "GEO:1;"], "its GEO “1;” is no point on the Earth"),
            (
                ["SUMMARY;ENCODING=QUOTED-PRINTABLE:=41"],
                "its SUMMARY’s encoding “QUOTED-PRINTABLE” is no encoding of iCalendar 2.0"
            ),
            (["SUMMARY;LANGUAGE:a"], "its SUMMARY has a parameter without a value"),
            (["SUMMARY;A=\"b:c"], "its SUMMARY has no value"),
            (["SUMMARY:a", "X-FERMATA-MUSIC:12"], "its music is no id of 16 hexadecimal digits"),
        ])
    func describesRejectedToDo(properties: [String], reason: String) async throws {
        let text = calendar(titles: ["before", "bad", "after"]).replacing(
            "SUMMARY:bad", with: properties.joined(separator: "\r\n"))
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.items.map(\.title) == ["before", "after"])
        let line = reason.replacing("line 6", with: "line 7")
        #expect(reading.faults == [2: line] && reading.error == nil)
    }

    @Test("rejects invalid UTF-8 in properties that are read")
    func rejectsInvalidUTF8() async throws {
        for (name, faults) in [("SUMMARY", [1: "its SUMMARY is not valid UTF-8"]), ("X-OTHER", [:])] {
            var bytes = Data("BEGIN:VCALENDAR\nBEGIN:VTODO\n\(name):a".utf8)
            bytes += [0xC3, 0x28] + Data("\nSUMMARY:b\nEND:VTODO\nEND:VCALENDAR".utf8)
            let reading = try await ToDoReading(bytes, as: Repositories.iCalendar)
            #expect(reading.faults == faults && reading.error == nil)
        }
    }

    @Test("rejects lines that are too long in properties that are read")
    func rejectsLongLine() async throws {
        let long = String(repeating: "a\r\n ", count: 8 << 20)
        for (name, faults) in [("SUMMARY", [1: "its SUMMARY is longer than 8 MiB"]), ("ATTACH", [:])] {
            let reading = try await ToDoReading(
                calendar(toDo: "\(name):\(long)", "SUMMARY:b"), as: Repositories.iCalendar)
            #expect(reading.faults == faults && reading.error == nil)
        }
    }

    @Test(
        "delivers the to-dos before a structure error",
        arguments: [
            ("", "it ends in the middle: END:VCALENDAR is missing"),
            ("END:VEVENT\n", "its line 5 is END:VEVENT, not END:VCALENDAR"),
            ("BEGIN:VTODO\nSUMMARY:b\nEND:VCALENDAR\n", "its line 7 is END:VCALENDAR, not END:VTODO"),
            ("END:VCALENDAR\nEND:VCALENDAR\n", "its line 6 stands outside of a calendar"),
            ("END:VCALENDAR\nSUMMARY:b\n", "its line 6 stands outside of a calendar"),
            ("END:VCALENDAR\nBEGIN:VTODO\n", "its line 6 stands outside of a calendar"),
            (
                String(repeating: "BEGIN:VEVENT\n", count: 100_000),
                "its components are nested deeper than 16 levels"
            ),
        ])
    func deliversToDosBeforeError(end: String, reason: String) async throws {
        let text = "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\n" + end
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.items == [ToDoItem(title: "a")])
        #expect(reading.reason == reason)
    }

    @Test(
        "rejects a document that is no calendar",
        arguments: [
            "hello", "BEGIN:VCARD\nEND:VCARD\n", "SUMMARY:a\n", "END:VCALENDAR\n", "\u{1F}\u{8B}\0\0", "{}\n",
            String(repeating: "a", count: 3 << 20),
        ])
    func rejectsOtherDocuments(text: String) async throws {
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.reason == "it is no iCalendar document")
        #expect(reading.records.isEmpty)
    }

    @Test("delivers the complete to-dos of a truncated document")
    func deliversToDosBeforeTruncation() async throws {
        let bytes = Data(calendar(titles: ["챔버", "b", "c"]).utf8)
        let ends = bytes.indices.filter { bytes[..<$0].suffix(9) == Data("END:VTODO".utf8) }
        for cut in 0..<(bytes.count - 2) {
            let reading = try await ToDoReading(bytes.prefix(cut), as: Repositories.iCalendar)
            #expect(reading.reason != nil, "cut at \(cut)")
            #expect(reading.records.count == ends.count { $0 <= cut }, "cut at \(cut)")
            #expect(reading.items == ["챔버", "b", "c"].prefix(reading.records.count).map { ToDoItem(title: $0) })
        }
    }

    @Test("reads a document of 50 MB in small batches")
    func readsLargeDocumentInBatches() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url.appending(path: "large.ics")
        let description = String(repeating: "Something to say\\, and more.\r\n ", count: 60)
        let toDo = "BEGIN:VTODO\r\nSUMMARY:a\r\nDESCRIPTION:\(description)\r\nEND:VTODO\r\n"
        let piece = Data(String(repeating: toDo, count: 500).utf8)
        try Data("BEGIN:VCALENDAR\r\n".utf8).write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        let pieces = 50_000_000 / piece.count + 1
        for _ in 0..<pieces { try handle.write(contentsOf: piece) }
        try handle.write(contentsOf: Data("END:VCALENDAR\r\n".utf8))
        try handle.close()
        let counts = Mutex<[Int]>([])
        try await Repositories.iCalendar.make(file).deliverAll { batch in
            #expect(batch.allSatisfy { (try? $0.get()) != nil })
            counts.withLock { $0.append(batch.count) }
        }
        #expect(counts.withLock { $0.reduce(0, +) } == pieces * 500)
        #expect(counts.withLock { $0.max() ?? 0 } < 2_000)
    }
}
