import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import Testing

@Suite("Invalid iCalendar documents")
struct InvalidICalendarTests {
    @Test(
        "rejects a to-do without a readable title and reads the others",
        arguments: [
            (["X-A:1"], RecordError.missing(field: "SUMMARY")),
            (
                ["SUMMARY;ENCODING=QUOTED-PRINTABLE:=41"],
                .invalidValue(field: "SUMMARY;ENCODING", text: "QUOTED-PRINTABLE", expected: .encoding)
            ),
            (["SUMMARY;LANGUAGE:a"], .invalidProperty("SUMMARY", .parameterWithoutValue)),
            (["SUMMARY;A=\"b:c"], .invalidProperty("SUMMARY", .noValue)),
        ])
    func rejectsUntitledToDo(properties: [String], cause: RecordError) async throws {
        let text = calendar(titles: ["before", "bad", "after"]).replacing(
            "SUMMARY:bad", with: properties.joined(separator: "\r\n"))
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.items.map(\.title) == ["before", "after"])
        #expect(reading.recordErrors == [2: cause] && reading.error == nil)
    }

    @Test(
        "reads a to-do without a property that cannot be read, and says why",
        arguments: [
            (["nonsense"], RecordError.invalidLine(8)), ([":b"], .invalidLine(8)),
            (["DUE:20260231"], .invalidValue(field: "DUE", text: "20260231", expected: .date)),
            (["DUE:20230229T100000Z"], .invalidValue(field: "DUE", text: "20230229T100000Z", expected: .date)),
            (["DUE:20260101T240000Z"], .invalidValue(field: "DUE", text: "20260101T240000Z", expected: .date)),
            (["DUE:20260101T106000Z"], .invalidValue(field: "DUE", text: "20260101T106000Z", expected: .date)),
            (["DUE:2026-01-01"], .invalidValue(field: "DUE", text: "2026-01-01", expected: .date)),
            (["DUE:00000101"], .invalidValue(field: "DUE", text: "00000101", expected: .date)),
            (["DUE:"], .invalidValue(field: "DUE", text: "", expected: .date)),
            (["DUE:x", "DTSTART:20260101"], .invalidValue(field: "DUE", text: "x", expected: .date)),
            (["DUE;A:20260101", "DTSTART:20260101"], .invalidProperty("DUE", .parameterWithoutValue)),
            (
                ["DUE:99991231T235959Z"],
                .invalidValue(field: "DUE", text: "99991231T235959Z", expected: .dateInRange)
            ),
            (
                ["DTSTART:20260101", "DURATION:P9999999W"],
                .invalidValue(field: "DTSTART", text: "20260101", expected: .dateInRange)
            ),
            (["GEO:91;0"], .invalidValue(field: "GEO", text: "91;0", expected: .coordinate)),
            (["GEO:nan;0"], .invalidValue(field: "GEO", text: "nan;0", expected: .coordinate)),
            (["GEO:0x10;0"], .invalidValue(field: "GEO", text: "0x10;0", expected: .coordinate)),
            (["GEO:1"], .invalidValue(field: "GEO", text: "1", expected: .coordinate)),
            (["GEO:1,2"], .invalidValue(field: "GEO", text: "1,2", expected: .coordinate)),
            (["GEO:1;"], .invalidValue(field: "GEO", text: "1;", expected: .coordinate)),
            (["GEO:1;;2"], .invalidValue(field: "GEO", text: "1;;2", expected: .coordinate)),
            (["X-FERMATA-MUSIC:12"], .invalidValue(field: "music", text: "12", expected: .musicID)),
            (
                ["LOCATION;ENCODING=BASE64:YQ=="],
                .invalidValue(field: "LOCATION;ENCODING", text: "BASE64", expected: .encoding)
            ),
            (["STATUS;A:COMPLETED"], .invalidProperty("STATUS", .parameterWithoutValue)),
        ])
    func dropsUnreadableProperty(properties: [String], cause: RecordError) async throws {
        let text = calendar(titles: ["before", "bad", "after"]).replacing(
            "SUMMARY:bad", with: (["SUMMARY:bad", "DESCRIPTION:more"] + properties).joined(separator: "\r\n"))
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        let items = [ToDoItem(title: "before"), ToDoItem(title: "bad", description: "more"), ToDoItem(title: "after")]
        #expect(reading.items == items && reading.error == nil)
        #expect(reading.unreadable == [2: [cause]])
    }

    @Test("reads a start without a duration that cannot be read", arguments: ["P", "1D", "PT", "P1W2D"])
    func dropsUnreadableDuration(text: String) async throws {
        let reading = try await ToDoReading(
            calendar(toDo: "SUMMARY:a", "DTSTART:20260101", "DURATION:\(text)"), as: Repositories.iCalendar)
        #expect(reading.items.map(\.timestamp) == [day("2026-01-01")])
        #expect(reading.unreadable == [1: [.invalidValue(field: "DURATION", text: text, expected: .duration)]])
    }

    @Test("reports every property that cannot be read")
    func reportsAllProperties() async throws {
        let text = calendar(toDo: "SUMMARY:a", "GEO:x", "DUE:y", "LOCATION:Hall", "nonsense")
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.items == [ToDoItem(title: "a", location: Location(name: "Hall"))])
        #expect(
            reading.unreadable == [
                1: [
                    .invalidLine(8), .invalidValue(field: "DUE", text: "y", expected: .date),
                    .invalidValue(field: "GEO", text: "x", expected: .coordinate),
                ]
            ])
    }

    @Test("rejects invalid UTF-8 in properties that are read")
    func rejectsInvalidUTF8() async throws {
        for (name, errors) in [("SUMMARY", [1: RecordError.invalidProperty("SUMMARY", .notUTF8)]), ("X-OTHER", [:])] {
            var bytes = Data("BEGIN:VCALENDAR\nBEGIN:VTODO\n\(name):a".utf8)
            bytes += [0xC3, 0x28] + Data("\nSUMMARY:b\nEND:VTODO\nEND:VCALENDAR".utf8)
            let reading = try await ToDoReading(bytes, as: Repositories.iCalendar)
            #expect(reading.recordErrors == errors && reading.error == nil)
        }
    }

    @Test("rejects lines that are too long in properties that are read")
    func rejectsLongLine() async throws {
        let long = String(repeating: "aaaaaaaaaaaaaaaa\r\n ", count: 8 << 16)
        for (name, errors) in [
            ("SUMMARY", [1: RecordError.invalidProperty("SUMMARY", .tooLong(limit: 8 << 20))]), ("ATTACH", [:]),
        ] {
            let reading = try await ToDoReading(
                calendar(toDo: "\(name):\(long)", "SUMMARY:b"), as: Repositories.iCalendar)
            #expect(reading.recordErrors == errors && reading.error == nil)
        }
    }

    @Test("limits a line to 8 MB, its CR included", arguments: [((8 << 20) - 1, false), (8 << 20, true)])
    func limitsLine(size: Int, isTooLong: Bool) async throws {
        let name = "SUMMARY:"
        let summary = String(repeating: "a", count: size - name.utf8.count)
        let reading = try await ToDoReading(calendar(toDo: name + summary), as: Repositories.iCalendar)
        let error = RecordError.invalidProperty("SUMMARY", .tooLong(limit: 8 << 20))
        #expect(reading.recordErrors == (isTooLong ? [1: error] : [:]) && reading.error == nil)
    }

    @Test(
        "delivers the to-dos before a structure error",
        arguments: [
            ("", DocumentFailure.missingEnd("VCALENDAR")),
            ("END:VEVENT\n", .wrongEnd("VEVENT", expected: "VCALENDAR", line: 5)),
            ("BEGIN:VTODO\nSUMMARY:b\nEND:VCALENDAR\n", .wrongEnd("VCALENDAR", expected: "VTODO", line: 7)),
            ("END:VCALENDAR\nEND:VCALENDAR\n", .outsideCalendar(line: 6)),
            ("END:VCALENDAR\nSUMMARY:b\n", .outsideCalendar(line: 6)),
            ("END:VCALENDAR\nBEGIN:VTODO\n", .outsideCalendar(line: 6)),
            (
                String(repeating: "BEGIN:VEVENT\n", count: 100_000),
                .tooDeep(limit: 16)
            ),
        ])
    func deliversToDosBeforeError(end: String, failure: DocumentFailure) async throws {
        let text = "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\n" + end
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.items == [ToDoItem(title: "a")])
        #expect(reading.failure == failure)
    }

    @Test(
        "rejects a document that is no calendar",
        arguments: [
            "hello", "BEGIN:VCARD\nEND:VCARD\n", "SUMMARY:a\n", "END:VCALENDAR\n", "\u{1F}\u{8B}\0\0", "{}\n",
            " BEGIN:VCALENDAR\nEND:VCALENDAR\n", String(repeating: "a", count: 1 << 18),
        ])
    func rejectsOtherDocuments(text: String) async throws {
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.failure == .notCalendar)
        #expect(reading.records.isEmpty)
    }

    @Test(
        "sends no batch before the error of a document without to-dos",
        arguments: [("", DocumentFailure.empty), ("BEGIN:VCALENDAR", .missingEnd("VCALENDAR"))])
    func sendsNoEmptyBatch(text: String, failure: DocumentFailure) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url.appending(path: "todos.ics")
        try Data(text.utf8).write(to: file)
        var (count, error): (Int, ToDoDocumentError?) = (0, nil)
        do {
            for try await _ in try Repositories.iCalendar.make(file).batches() { count += 1 }
        } catch let caught as ToDoDocumentError {
            error = caught
        }
        #expect(count == 0 && error == .invalid(path: file.path, failure))
    }

    @Test("delivers the complete to-dos of a truncated document")
    func deliversToDosBeforeTruncation() async throws {
        let bytes = Data(calendar(titles: ["챔버", "b", "c"]).utf8)
        let ends = bytes.indices.filter { bytes[..<$0].suffix(9) == Data("END:VTODO".utf8) }
        for cut in 0..<(bytes.count - 2) {
            let reading = try await ToDoReading(bytes.prefix(cut), as: Repositories.iCalendar)
            #expect(reading.failure != nil, "cut at \(cut)")
            #expect(reading.records.count == ends.count { $0 <= cut }, "cut at \(cut)")
            #expect(reading.items == ["챔버", "b", "c"].prefix(reading.records.count).map { ToDoItem(title: $0) })
        }
    }

    @Test("reads a document of 10 MB in small batches")
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
        let pieces = 10_000_000 / piece.count + 1
        for _ in 0..<pieces { try handle.write(contentsOf: piece) }
        try handle.write(contentsOf: Data("END:VCALENDAR\r\n".utf8))
        try handle.close()
        var counts: [Int] = []
        for try await batch in try Repositories.iCalendar.make(file).batches() {
            #expect(batch.allSatisfy { (try? $0.get()) != nil })
            counts.append(batch.count)
        }
        #expect(counts.reduce(0, +) == pieces * 500)
        #expect(counts.max() ?? 0 < 2_000)
    }
}
