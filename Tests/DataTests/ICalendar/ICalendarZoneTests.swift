import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Time zones that an iCalendar document describes")
struct ICalendarZoneTests {
    /// A rule of a zone as programs write it: its name, and the properties of each component.
    fileprivate struct Zone: Sendable {
        let name: String
        var components: [String]

        init(_ name: String, _ components: [String]) {
            (self.name, self.components) = (name, components)
        }

        /// `rules` are times of the year with the offsets before and after them, such as `+0100 +0200`.
        init(_ name: String, rules: [(start: String, offsets: String, rule: String)]) {
            self.init(
                name,
                rules.map { start, offsets, rule in
                    let parts = offsets.split(separator: " ")
                    return "DTSTART:\(start)\nTZOFFSETFROM:\(parts[0])\nTZOFFSETTO:\(parts[1])\n\(rule)"
                })
        }

        var text: String {
            let rules = components.map { "BEGIN:STANDARD\n\($0)\nEND:STANDARD\n" }.joined()
            return "BEGIN:VTIMEZONE\nTZID:\(name)\n\(rules)END:VTIMEZONE\n"
        }
    }

    private static let berlin = Zone(
        "W. Europe Standard Time",
        rules: [
            ("16010101T030000", "+0200 +0100", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"),
            ("16010101T020000", "+0100 +0200", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"),
        ])
    private static let newYork = Zone(
        "Eastern Standard Time",
        rules: [
            ("20071104T020000", "-0400 -0500", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
            ("20070311T020000", "-0500 -0400", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14"),
        ])
    private static let sydney = Zone(
        "AUS Eastern Standard Time",
        rules: [
            ("16010101T030000", "+1100 +1000", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4;WKST=MO"),
            ("16010101T020000", "+1000 +1100", "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=10"),
        ])
    private static let seoul = Zone("(UTC+09:00) Seoul", rules: [("16010101T000000", "+0900 +0900", "COMMENT:none")])

    @Test(
        "a zone's own rules give the system's times around the transitions of three years",
        arguments: [
            (berlin, "Europe/Berlin"), (newYork, "America/New_York"), (sydney, "Australia/Sydney"),
            (seoul, "Asia/Seoul"),
        ] as [(Zone, String)])
    fileprivate func followsRules(zone: Zone, name: String) async throws {
        let first = try #require(Day(year: 2024, month: 1, day: 1)?.number)
        let days = (first..<first + 3 * 366).compactMap { Day(number: $0)?.description }
            .filter { ["01", "03", "04", "10", "11"].contains($0.dropFirst(5).prefix(2)) }
        let times = days.flatMap { day in
            ["013000", "023000", "033000", "120000"].map { day.replacing("-", with: "") + "T" + $0 }
        }
        let own = try await timestamps(times, in: zone)
        #expect(own == (try await timestamps(times, inZoneNamed: name)))
        #expect(own.count == times.count && Set(own).count > times.count - 12)
    }

    @Test(
        "the offset is that of the latest onset, or the one before a gap",
        arguments: [
            // Before the first onset, in the hour that it skips, after it, and after further dates.
            ("19991231T120000", "+0100"), ("20000101T000000", "+0100"), ("20000101T010000", "+0200"),
            ("20000701T000000", "+0200"), ("20000701T010000", "+0300"), ("20000801T120000", "+0200"),
            ("20300101T000000", "+0200"),
        ])
    func readsDates(time: String, offset: String) async throws {
        let zone = Zone(
            "Own",
            rules: [
                ("20000101T000000", "+0100 +0200", "RDATE:20000801T000000,20010101T000000"),
                ("20000701T000000", "+0200 +0300", "RDATE;VALUE=PERIOD:20000702T000000/PT1H"),
            ])
        #expect(try await timestamps([time], in: zone) == timestamps([time], offset: offset))
    }

    @Test(
        "a rule ends after its last onset, and leaves years out",
        arguments: [
            ("UNTIL=20020601T000000Z", [2000, 2001]), ("UNTIL=20010701T010000Z", [2000]),
            ("UNTIL=20010701T020000Z", [2000, 2001]), ("UNTIL=20010701", [2000, 2001]),
            ("COUNT=3", [2000, 2001, 2002]),
            ("INTERVAL=2", [2000, 2002, 2004]), ("INTERVAL=2;COUNT=2", [2000, 2002]),
            ("BYMONTH=7;BYMONTHDAY=1", [2000, 2001, 2002, 2003, 2004]), ("BYMONTH=7;BYMONTHDAY=-31;COUNT=1", [2000]),
        ])
    func endsRules(rule: String, years: [Int]) async throws {
        // Summer time, which begins at 4:00, ends on the last day of each year without a rule that can end.
        let zone = Zone(
            "Own",
            rules: [
                ("20000701T040000", "+0200 +0300", "RRULE:FREQ=YEARLY;\(rule)"),
                ("20001231T000000", "+0300 +0200", "RRULE:FREQ=YEARLY"),
            ])
        let times = (2000...2004).map { "\($0)0801T120000" }
        let expected = try await (2000...2004).asyncMap { year in
            try await timestamps(["\(year)0801T120000"], offset: years.contains(year) ? "+0300" : "+0200")[0]
        }
        #expect(try await timestamps(times, in: zone) == expected)
    }

    @Test("a zone may follow the to-dos that name it; their order stays")
    func readsLaterZone() async throws {
        let toDos = ["W. Europe Standard Time", "Nowhere", "America/New_York"].enumerated().map { index, zone in
            "BEGIN:VTODO\nSUMMARY:\(index)\nDUE;TZID=\(zone):20260701T120000\nEND:VTODO\n"
        }
        let text = "BEGIN:VCALENDAR\n\(toDos.joined())\(Self.berlin.text)END:VCALENDAR\n"
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.items.map(\.title) == ["0", "1", "2"])
        #expect(reading.items.map(\.timestamp) == [1_782_900_000, 1_782_900_000, 1_782_921_600].map(moment))
        #expect(reading.unreadable == [2: [.invalidValue(field: "TZID", text: "Nowhere", expected: .timeZone)]])
        let truncated = try await ToDoReading(String(text.dropLast(15)), as: Repositories.iCalendar)
        #expect(truncated.items.map(\.title) == ["0", "1", "2"] && truncated.error != nil)
    }

    @Test(
        "a zone with a rule that cannot be read is unknown, and its times are local",
        arguments: [
            "DTSTART:20000101T000000\nTZOFFSETFROM:+0100", "TZOFFSETFROM:+0100\nTZOFFSETTO:+0500",
            "DTSTART:20000101T000000\nTZOFFSETFROM:+1\nTZOFFSETTO:+0500",
            "DTSTART:20000101T000000\nTZOFFSETFROM:+2500\nTZOFFSETTO:+0500",
            "DTSTART:x\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0500",
            complete("RRULE:FREQ=DAILY"), complete("RRULE:FREQ=YEARLY;BYDAY=SU"),
            complete("RRULE:FREQ=YEARLY;BYDAY=9SU"),
            complete("RRULE:FREQ=YEARLY;BYMONTH=13"), complete("RRULE:FREQ=YEARLY;BYSETPOS=1"), complete("RRULE:"),
            complete("RRULE:FREQ=YEARLY;INTERVAL=0"), complete("RRULE:FREQ=YEARLY;UNTIL=x"), complete("RDATE:x"),
            complete("RRULE:FREQ=YEARLY;BYMONTHDAY=9223372036854775807"),
            complete("RDATE:" + Array(repeating: "20000101T000000", count: 300).joined(separator: ",")),
        ])
    func reportsUnreadableRules(component: String) async throws {
        let reading = try await self.reading(["20260701T120000"], inZoneNamed: "Own", Zone("Own", [component]).text)
        #expect(reading.items.map(\.timestamp) == [moment(1_782_900_000)])
        #expect(reading.unreadable == [1: [.invalidValue(field: "TZID", text: "Own", expected: .timeZone)]])
    }

    @Test("dates at both ends of the calendar do not overflow", arguments: ["00010101T000000", "99991231T235959"])
    func readsExtremeDates(time: String) async throws {
        let rule = "RRULE:FREQ=YEARLY;COUNT=1000;INTERVAL=100;BYMONTH=2;BYMONTHDAY=30"
        for zone in [Zone("Own", rules: [(time, "-2359 +2359", rule)]), Self.berlin] {
            let reading = try await self.reading([time, "20260701T120000"], inZoneNamed: zone.name, zone.text)
            #expect(reading.records.count == 2 && reading.error == nil)
        }
    }

    private static func complete(_ property: String) -> String {
        "DTSTART:20000101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0500\n\(property)"
    }

    private func timestamps(_ times: [String], in zone: Zone) async throws -> [DueDate?] {
        let reading = try await reading(times, inZoneNamed: zone.name, zone.text)
        #expect(reading.unreadable.isEmpty)
        return reading.items.map(\.timestamp)
    }

    private func timestamps(_ times: [String], inZoneNamed name: String) async throws -> [DueDate?] {
        try await reading(times, inZoneNamed: name, "").items.map(\.timestamp)
    }

    /// The moments of local times at an offset in hours.
    private func timestamps(_ times: [String], offset: String) async throws -> [DueDate?] {
        let hours = try #require(Int(offset.prefix(3)))
        return try await reading(times.map { $0 + "Z" }, inZoneNamed: "UTC", "").items.map { item in
            guard case .moment(let moment) = item.timestamp else { return nil }
            return Moment(seconds: moment.seconds - hours * 3600).map { .moment($0) }
        }
    }

    private func reading(_ times: [String], inZoneNamed name: String, _ zone: String) async throws -> ToDoReading {
        let toDos = times.map { "BEGIN:VTODO\nSUMMARY:a\nDUE;TZID=\"\(name)\":\($0)\nEND:VTODO\n" }
        let text = "BEGIN:VCALENDAR\n\(zone)\(toDos.joined())END:VCALENDAR\n"
        return try await ToDoReading(text, as: Repositories.iCalendar)
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
