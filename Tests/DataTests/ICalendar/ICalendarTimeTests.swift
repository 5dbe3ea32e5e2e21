import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Due dates in iCalendar documents")
struct ICalendarTimeTests {
    @Test(
        "reads days and moments in UTC, named zones and local time",
        arguments: [
            ("DUE;VALUE=DATE:20261224", day("2026-12-24")), ("DUE:20240229", day("2024-02-29")),
            ("DUE:00010101", day("0001-01-01")), ("DUE:99991231", day("9999-12-31")),
            ("DUE:20261224T200000Z", moment(1_798_142_400)), ("DUE:19700101T000000Z", moment(0)),
            ("DUE:19691231T235959Z", moment(-1)), ("DUE:99991230T235959Z", moment(253_402_214_399)),
            ("DUE:20161231T235960Z", moment(1_483_228_799)), ("DUE:20261224T210000", moment(1_798_142_400)),
            ("DUE;TZID=America/New_York:20261224T150000", moment(1_798_142_400)),
            ("DUE;TZID=\"Asia/Seoul\":20261225T050000", moment(1_798_142_400)),
            ("DUE;X-A=\"a;b:c\";TZID=Asia/Seoul:20261225T050000", moment(1_798_142_400)),
            ("DUE;TZID=/example.org/2020/Europe/Berlin:20261224T210000", moment(1_798_142_400)),
            ("DUE;TZID=/Europe/Berlin:20261224T210000", moment(1_798_142_400)),
            ("DUE;TZID=/x/America/Argentina/Buenos_Aires:20261224T170000", moment(1_798_142_400)),
            ("DUE;TZID=/freeassociation.sourceforge.net/UTC:20261224T200000", moment(1_798_142_400)),
            ("DUE;TZID=Asia/Seoul:20261224T200000Z", moment(1_798_142_400)),
            ("DUE;X-A=b=c:20261224", day("2026-12-24")), ("DUE;X-A=:20261224", day("2026-12-24")),
            ("DUE:20261224T235959Z", moment(1_798_156_799)), ("DUE:20261224T000000Z", moment(1_798_070_400)),
        ])
    func readsDueDate(property: String, timestamp: DueDate?) async throws {
        try await expect([property], timestamp)
    }

    @Test(
        "uses the first of two times, and the offset before a gap",
        arguments: [
            ("DUE;TZID=Europe/Berlin:20261025T023000", moment(1_792_888_200)),
            ("DUE;TZID=Europe/Berlin:20261025T030000", moment(1_792_893_600)),
            ("DUE;TZID=Europe/Berlin:20260329T013000", moment(1_774_744_200)),
            ("DUE;TZID=Europe/Berlin:20260329T023000", moment(1_774_747_800)),
            ("DUE;TZID=Europe/Berlin:20260329T030000", moment(1_774_746_000)),
            ("DUE;TZID=America/New_York:20070311T023000", moment(1_173_598_200)),
            ("DUE;TZID=America/New_York:20071104T013000", moment(1_194_154_200)),
        ])
    func resolvesDaylightSaving(property: String, timestamp: DueDate?) async throws {
        try await expect([property], timestamp)
    }

    @Test(
        "falls back to the end or the start if there is no due date",
        arguments: [
            (["DTSTART:20261224T190000Z", "DURATION:PT1H"], moment(1_798_142_400)),
            (["DURATION:P1DT1H", "DTSTART:20261223T190000Z"], moment(1_798_142_400)),
            (["DTSTART;VALUE=DATE:20261217", "DURATION:P1W"], day("2026-12-24")),
            (["DTSTART:20261225T200000Z", "DURATION:-P1D"], moment(1_798_142_400)),
            (["DTSTART;TZID=Europe/Berlin:20260328T120000", "DURATION:P1D"], moment(1_774_778_400)),
            (["DTSTART;TZID=Europe/Berlin:20260328T120000", "DURATION:PT24H"], moment(1_774_782_000)),
            (["DTSTART:20261224T200000Z"], moment(1_798_142_400)),
            (["DTSTART:20260101", "DUE:20261224"], day("2026-12-24")), (["DURATION:P1D"], nil), ([], nil),
        ])
    func fallsBackToStart(properties: [String], timestamp: DueDate?) async throws {
        try await expect(properties, timestamp)
    }

    @Test(
        "adds every unit of a duration",
        arguments: [
            ("P2W", 14 * 86_400), ("P20W", 140 * 86_400), ("P10D", 10 * 86_400), ("PT3H", 10_800), ("PT10H", 36_000),
            ("PT4M", 240), ("PT20M", 1_200), ("PT5S", 5), ("PT30S", 30), ("+P1DT2H3M4S", 93_784), ("-PT1H", -3_600),
            ("P0D", 0),
        ])
    func addsDuration(text: String, seconds: Int) async throws {
        try await expect(["DTSTART:20261224T200000Z", "DURATION:\(text)"], moment(1_798_142_400 + seconds))
    }

    @Test(
        "adds complete days to a day", arguments: [("PT23H", 17), ("PT48H", 19), ("P1DT24H", 19), ("-P1DT24H", 15)])
    func addsDaysToDay(text: String, end: Int) async throws {
        try await expect(["DTSTART;VALUE=DATE:20261217", "DURATION:\(text)"], day("2026-12-\(end)"))
    }

    @Test(
        "reads no date from invalid times, and no duration from invalid durations",
        arguments: [
            "DUE:20261224T235961Z", "DUE:20261224T236000Z", "DUE:20261224T240000Z", "DUE:20261224T2000Z",
            "DUE:20261224 200000Z", "DURATION:PT", "DURATION:P1DT", "DURATION:P1X", "DURATION:P1W2D",
            "DURATION:xP1D", "DURATION:P1Dx", "DURATION:PT1H2H",
        ])
    func dropsInvalidTime(property: String) async throws {
        let text = calendar(toDo: "SUMMARY:a", "DTSTART:20261224T200000Z", property)
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.items.map(\.timestamp) == [property.hasPrefix("DUE") ? nil : moment(1_798_142_400)])
        #expect(reading.unreadable.count == 1)
    }

    @Test("limits the names of time zones to 255 bytes", arguments: [(255, true), (256, false)])
    func limitsZoneNames(length: Int, isValid: Bool) async throws {
        let name = "/" + String(repeating: "x", count: length - "//Europe/Berlin".utf8.count) + "/Europe/Berlin"
        let own = String(repeating: "x", count: length)
        let zone = "BEGIN:VTIMEZONE\r\nTZID:\(own)\r\nX-LIC-LOCATION:Europe/Berlin\r\nEND:VTIMEZONE\r\n"
        for name in [name, own] {
            let text = calendar(toDo: "SUMMARY:a", "DUE;TZID=\(name):20261224T210000")
            let document = text.replacing("BEGIN:VTODO", with: zone + "BEGIN:VTODO")
            let reading = try await ToDoReading(document, as: Repositories.iCalendar)
            // Floating times are those of Berlin as well.
            #expect(reading.items.map(\.timestamp) == [moment(1_798_142_400)])
            #expect(reading.unreadable.isEmpty == isValid)
        }
    }

    @Test("reads at most 1,000 time zones that the document names itself")
    func limitsOwnZones() async throws {
        let zones = (1...1_001).map { number in
            "BEGIN:VTIMEZONE\r\nTZID:Zone \(number)\r\nX-LIC-LOCATION:Europe/Berlin\r\nEND:VTIMEZONE\r\n"
        }
        let text = calendar(titles: ["a", "b"])
            .replacing("BEGIN:VCALENDAR\r\n", with: "BEGIN:VCALENDAR\r\n" + zones.joined())
            .replacing("SUMMARY:a", with: "SUMMARY:a\r\nDUE;TZID=Zone 1000:20261224T210000")
            .replacing("SUMMARY:b", with: "SUMMARY:b\r\nDUE;TZID=Zone 1001:20261224T210000")
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.unreadable == [2: [.invalidValue(field: "TZID", text: "Zone 1001", expected: .timeZone)]])
    }

    @Test("reads a time zone that the document names itself")
    func readsOwnZoneNames() async throws {
        let rule = "BEGIN:STANDARD\r\nTZID:There\r\nEND:STANDARD\r\n"
        let zone = "BEGIN:VTIMEZONE\r\nTZID:Here\r\n\(rule)X-LIC-LOCATION:Europe/Berlin\r\nEND:VTIMEZONE\r\n"
        let other = "BEGIN:VTIMEZONE\r\nTZID:There\r\nX-LIC-LOCATION:Asia/Seoul\r\nEND:VTIMEZONE\r\n"
        let text = calendar(toDo: "SUMMARY:a", "DUE;TZID=Here:20261224T210000")
        let document = text.replacing("BEGIN:VTODO", with: zone + other + "BEGIN:VTODO")
        #expect(
            try await ToDoReading(document, as: Repositories.iCalendar).items.map(\.timestamp) == [
                moment(1_798_142_400)
            ])
        let withoutZone = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(withoutZone.items.map(\.timestamp) == [moment(1_798_142_400)])
        #expect(withoutZone.unreadable == [1: [.invalidValue(field: "TZID", text: "Here", expected: .timeZone)]])
    }

    @Test("unescapes a time zone's name (RFC 6868)")
    func unescapesZoneName() async throws {
        let zone = "BEGIN:VTIMEZONE\r\nTZID:a\"b^c^d\r\nX-LIC-LOCATION:Europe/Berlin\r\nEND:VTIMEZONE\r\n"
        let text = calendar(toDo: "SUMMARY:a", "DUE;TZID=\"a^'b^^c^d\":20261224T210000")
        let document = text.replacing("BEGIN:VTODO", with: zone + "BEGIN:VTODO")
        #expect(
            try await ToDoReading(document, as: Repositories.iCalendar).items.map(\.timestamp) == [
                moment(1_798_142_400)
            ])
    }

    private func expect(_ properties: [String], _ timestamp: DueDate?) async throws {
        let text = calendar(titles: ["a"]).replacing(
            "END:VTODO", with: (properties + ["END:VTODO"]).joined(separator: "\r\n"))
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.items == [ToDoItem(title: "a", timestamp: timestamp)] && reading.error == nil)
    }
}
