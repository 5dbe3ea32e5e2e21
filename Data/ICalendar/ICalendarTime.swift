import FermataDomain
import Foundation

/// A DATE, or a DATE-TIME in UTC, in a named time zone or floating (RFC 5545, 3.3.4 and 3.3.5).
struct ICalendarTime {
    private let name: String
    private let text: String
    private let zone: String?
    private let day: Day
    /// Seconds since midnight; nil for a DATE.
    private let seconds: Int?
    private let isUTC: Bool
    var duration = ICalendarDuration.none

    init(_ line: ContentLine, name: String) throws(RecordError) {
        (self.name, text, zone) = (name, line.value, line.parameters["TZID"])
        let bytes = Array(line.value.utf8)
        guard let day = Self.day(bytes), let (seconds, isUTC) = Self.time(bytes.dropFirst(8)) else {
            throw .invalidValue(field: name, text: line.value, expected: .date)
        }
        (self.day, self.seconds, self.isUTC) = (day, seconds, isUTC)
    }

    /// A time in an unknown zone counts as floating; `unreadable` receives the reason.
    func timestamp(
        _ zones: inout ICalendarZones, _ unreadable: inout [RecordError]
    ) throws(RecordError) -> DueDate {
        guard let seconds else {
            guard let end = Day(number: day.number + duration.days + duration.seconds / 86_400) else {
                throw outOfRange
            }
            return .day(end)
        }
        let local = (day.number + duration.days) * 86_400 + seconds
        let start = isUTC ? local : zone(&zones, &unreadable).seconds(showing: local)
        guard let moment = Moment(seconds: start + duration.seconds) else { throw outOfRange }
        return .moment(moment)
    }

    private func zone(_ zones: inout ICalendarZones, _ unreadable: inout [RecordError]) -> any LocalTime {
        guard let zone else { return zones.floating }
        if let known = zones.zone(zone) { return known }
        unreadable.append(.invalidValue(field: "TZID", text: zone, expected: .timeZone))
        return zones.floating
    }

    private var outOfRange: RecordError { .invalidValue(field: name, text: text, expected: .dateInRange) }

    /// The local date and time in seconds since 1970, with a time or as a day; whether it is in UTC.
    static func localSeconds(_ text: some StringProtocol) -> (seconds: Int, isUTC: Bool)? {
        let bytes = Array(text.utf8)
        guard let day = day(bytes), let (seconds, isUTC) = time(bytes.dropFirst(8)) else { return nil }
        return (day.number * 86_400 + (seconds ?? 0), isUTC)
    }

    private static func day(_ bytes: [UInt8]) -> Day? {
        guard let year = number(bytes.prefix(4), digits: 4),
            let month = number(bytes.dropFirst(4).prefix(2), digits: 2),
            let day = number(bytes.dropFirst(6).prefix(2), digits: 2)
        else { return nil }
        return Day(year: year, month: month, day: day)
    }

    /// Parses the time after the day. A leap second counts as the second before it, as the RFC demands.
    private static func time(_ bytes: ArraySlice<UInt8>) -> (seconds: Int?, isUTC: Bool)? {
        if bytes.isEmpty { return (nil, false) }
        let isUTC = bytes.last == UInt8(ascii: "Z")
        guard bytes.first == UInt8(ascii: "T"), bytes.count == (isUTC ? 8 : 7),
            let hour = number(bytes.dropFirst().prefix(2), digits: 2), hour < 24,
            let minute = number(bytes.dropFirst(3).prefix(2), digits: 2), minute < 60,
            let second = number(bytes.dropFirst(5).prefix(2), digits: 2), second < 61
        else { return nil }
        return (hour * 3600 + minute * 60 + min(second, 59), isUTC)
    }

    private static func number(_ bytes: ArraySlice<UInt8>, digits: Int) -> Int? {
        guard bytes.count == digits, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
}

/// A duration in calendar days and seconds (RFC 5545, 3.3.6).
struct ICalendarDuration {
    static let none = ICalendarDuration(days: 0, seconds: 0)
    let days: Int
    let seconds: Int

    private init(days: Int, seconds: Int) {
        (self.days, self.seconds) = (days, seconds)
    }

    init(_ text: String) throws(RecordError) {
        let pattern =
            /\A([+-]?)P(?:([0-9]{1,7})W|(?:([0-9]{1,7})D)?(?:T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9})S)?)?)\z/
        guard let match = text.firstMatch(of: pattern), !text.hasSuffix("P"), !text.hasSuffix("T") else {
            throw .invalidValue(field: "DURATION", text: text, expected: .duration)
        }
        func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
        let sign = match.1 == "-" ? -1 : 1
        days = sign * (number(match.2) * 7 + number(match.3))
        seconds = sign * (number(match.4) * 3600 + number(match.5) * 60 + number(match.6))
    }
}
