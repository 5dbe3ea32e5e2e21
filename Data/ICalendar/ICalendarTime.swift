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

/// Finds the time zones that a document names.
///
/// A VTIMEZONE of the document may name a known zone (`X-LIC-LOCATION`) or have the rules of its own. Another unknown
/// name may contain a known one (`/example.org/1/Europe/Berlin`).
struct ICalendarZones {
    private static let limit = 1_000
    private static let nameBytes = 255
    /// The largest number of onsets of all zones, rules counted as one.
    private static let onsetLimit = 10_000
    let floating: TimeZone
    private var cache: [String: (any LocalTime)?] = [:]
    /// The zones that the document describes.
    private var own: [String: any LocalTime] = [:]
    private var onsets = 0
    /// The open VTIMEZONE.
    private var current: (name: String?, location: String?, rules: ICalendarZoneRules)?

    init(floating: TimeZone) {
        self.floating = floating
    }

    mutating func zone(_ name: String) -> (any LocalTime)? {
        guard name.utf8.count <= Self.nameBytes else { return nil }
        if let zone = cache[name] { return zone }
        let zone = TimeZone(identifier: name) ?? own[name] ?? Self.zone(in: name)
        if cache.count < Self.limit { cache[name] = zone }
        return zone
    }

    mutating func begin() { current = (nil, nil, ICalendarZoneRules()) }

    /// Begins a component of the VTIMEZONE: STANDARD or DAYLIGHT.
    mutating func beginRule() { current?.rules.begin() }

    /// Ends a component of the VTIMEZONE.
    mutating func endRule() { current?.rules.end() }

    /// Reads a property of the VTIMEZONE, or of its open component.
    mutating func read(_ line: ContentLineScanner.Line, name: String, isOfRule: Bool) {
        guard current != nil, let line = try? ContentLine(line, name: name) else { return }  // skips invalid lines
        if isOfRule {
            current?.rules.read(line, name: name)
        } else if line.value.utf8.count <= Self.nameBytes {
            if name == "TZID" { current?.name = line.value }
            if name == "X-LIC-LOCATION" { current?.location = line.value }
        }
    }

    mutating func end() {
        defer { current = nil }
        guard let current, let name = current.name, own.count < Self.limit else { return }
        let known = current.location.flatMap { TimeZone(identifier: $0) }
        onsets += known == nil ? current.rules.onsetCount : 0
        let rules = current.rules.isComplete && onsets <= Self.onsetLimit ? current.rules : nil
        guard let zone: any LocalTime = known ?? rules else { return }
        own[name] = zone
        cache[name] = nil
    }

    /// The time zone with the last parts of a name.
    private static func zone(in name: String) -> TimeZone? {
        let parts = name.split(separator: "/")
        return [3, 2, 1].lazy.filter { $0 < parts.count + (name.hasPrefix("/") ? 1 : 0) }
            .compactMap { TimeZone(identifier: parts.suffix($0).joined(separator: "/")) }.first
    }
}

/// The offsets of a VTIMEZONE: when each begins, once or every year (RFC 5545, 3.6.5).
struct ICalendarZoneRules: LocalTime {
    /// More than the complete history of any zone has.
    private static let limit = 200
    private var observances: [Observance] = []
    private var open: Observance.Properties?
    private var isReadable = true

    /// Whether every offset can be read.
    var isComplete: Bool { isReadable && !observances.isEmpty }
    /// The number of onsets, a rule counted as one.
    var onsetCount: Int { observances.reduce(0) { $0 + 1 + $1.dates.count } }

    mutating func begin() { open = Observance.Properties() }

    mutating func read(_ line: ContentLine, name: String) { open?.read(line, name: name) }

    mutating func end() {
        guard let observance = open.flatMap(Observance.init), onsetCount + observance.dates.count < Self.limit else {
            isReadable = false
            return
        }
        observances.append(observance)
        open = nil
    }

    /// The offset of the latest onset; before all of them, the offset before the first.
    func offset(at seconds: Int) -> Int {
        var latest: (onset: Int, offset: Int)?
        for observance in observances {
            guard let onset = observance.latestOnset(until: seconds), onset >= latest?.onset ?? .min else { continue }
            latest = (onset, observance.offset)
        }
        return latest?.offset ?? observances.min { $0.start < $1.start }?.offsetBefore ?? 0
    }
}

/// An offset and its onsets: a STANDARD or DAYLIGHT component. Onsets are in the local time before them.
private struct Observance {
    /// The properties as text.
    struct Properties {
        var start = "", before = "", after = "", rule: String?
        var dates: [Substring] = []
        private static let limit = 1_000

        mutating func read(_ line: ContentLine, name: String) {
            switch name {
            case "DTSTART": start = line.value
            case "TZOFFSETFROM": before = line.value
            case "TZOFFSETTO": after = line.value
            case "RRULE": rule = line.value
            case "RDATE":
                dates += line.value.split(separator: ",", maxSplits: Self.limit).prefix(Self.limit - dates.count)
            default: break
            }
        }
    }

    let start: Int
    let offsetBefore: Int
    let offset: Int
    private let rule: YearlyRule?
    /// Further onsets.
    let dates: [Int]

    /// Nil if a property is missing or cannot be read.
    init?(_ properties: Properties) {
        guard let start = ICalendarTime.localSeconds(properties.start)?.seconds,
            let before = Self.seconds(ofOffset: properties.before), let after = Self.seconds(ofOffset: properties.after)
        else { return nil }
        // A period counts from its start.
        let dates = properties.dates.compactMap { ICalendarTime.localSeconds($0.prefix { $0 != "/" })?.seconds }
        guard dates.count == properties.dates.count else { return nil }
        (self.start, offsetBefore, offset, self.dates) = (start, before, after, dates)
        guard let text = properties.rule else {
            rule = nil
            return
        }
        guard let rule = YearlyRule(text, from: start, offset: before) else { return nil }
        self.rule = rule
    }

    /// The latest onset up to a time, both in seconds since 1970 in UTC; nil if all are later.
    func latestOnset(until seconds: Int) -> Int? {
        let local = seconds + offsetBefore
        guard start <= local else { return nil }
        let latest = (dates.filter { $0 <= local } + [start, rule?.latestOnset(until: local) ?? start]).max()
        return latest.map { $0 - offsetBefore }
    }

    /// Reads `+0200` or `-053015` (RFC 5545, 3.3.14).
    private static func seconds(ofOffset text: String) -> Int? {
        guard let match = text.firstMatch(of: /\A([+-])([0-9]{2})([0-5][0-9])([0-5][0-9])?\z/),
            let hours = Int(match.output.2), let minutes = Int(match.output.3), hours < 24
        else { return nil }
        let seconds = hours * 3600 + minutes * 60 + (match.output.4.flatMap { Int($0) } ?? 0)
        return match.output.1 == "-" ? -seconds : seconds
    }
}

/// Onsets of every year, such as 2:00 on the last Sunday of March (RFC 5545, 3.3.10).
private struct YearlyRule {
    /// The days of a month that have an onset.
    private enum Days {
        /// A day of the week: the first, the second, …, or from the end if negative.
        case weekday(Int, ordinal: Int)
        /// Days by number, from the end if negative; only those that are a day of the week, if there is one.
        case numbers([Int], weekday: Int?)
    }

    private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    /// Rules for 29 February have years without an onset, at most seven in a row.
    private static let searchedYears = 8
    /// A larger `COUNT` never ends.
    private static let largestCount = 1_000
    private let start: Int
    private let startYear: Int
    private let time: Int
    private let months: [Int]
    private let days: Days
    private let interval: Int
    /// The latest possible onset; nil without one.
    private var last: Int?

    /// Nil for a rule that no time zone needs. `start` is local, with an `offset` from UTC before it.
    init?(_ text: String, from start: Int, offset: Int) {
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { return nil }
            parts[pair[0]] = pair[1]
        }
        guard parts.removeValue(forKey: "FREQ") == "YEARLY", let day = Day(seconds: start) else { return nil }
        parts["WKST"] = nil
        (self.start, startYear, time) = (start, day.year, start - day.number * 86_400)
        func numbers(_ name: String, _ range: ClosedRange<Int>) -> [Int]? {
            guard let text = parts.removeValue(forKey: name) else { return [] }
            let numbers = text.split(separator: ",", maxSplits: 31).map { Int($0) ?? 0 }
            return numbers.allSatisfy { $0 != 0 && range.contains($0) } ? numbers : nil
        }
        guard let months = numbers("BYMONTH", 1...12), let monthDays = numbers("BYMONTHDAY", -31...31),
            let interval = numbers("INTERVAL", 1...100), let count = numbers("COUNT", 1...Int.max)
        else { return nil }
        self.months = months.isEmpty ? [day.month] : months
        self.interval = interval.first ?? 1
        if let text = parts.removeValue(forKey: "BYDAY") {
            guard let weekday = Self.weekdays.firstIndex(of: String(text.suffix(2))) else { return nil }
            let ordinal = text.dropLast(2)
            if ordinal.isEmpty, !monthDays.isEmpty {
                days = .numbers(monthDays, weekday: weekday)
            } else if monthDays.isEmpty, let number = Int(ordinal), (1...5).contains(abs(number)), !months.isEmpty {
                days = .weekday(weekday, ordinal: number)
            } else {
                return nil
            }
        } else {
            days = .numbers(monthDays.isEmpty ? [day.day] : monthDays, weekday: nil)
        }
        if let text = parts.removeValue(forKey: "UNTIL") {
            guard let until = ICalendarTime.localSeconds(text) else { return nil }
            last = until.isUTC ? until.seconds + offset : until.seconds + (text.contains("T") ? 0 : 86_399)
        }
        guard parts.isEmpty else { return nil }
        if let count = count.first, count <= Self.largestCount { last = lastOnset(ofCount: count) }
    }

    /// The latest onset up to a local time; nil if all are later.
    func latestOnset(until local: Int) -> Int? {
        let end = min(local, last ?? local)
        guard end >= start, let year = Day(seconds: end)?.year else { return nil }
        let recent = year - (year - startYear) % interval
        for candidate in stride(from: recent, through: startYear, by: -interval).prefix(Self.searchedYears) {
            if let onset = onsets(in: candidate).filter({ $0 >= start && $0 <= end }).max() { return onset }
        }
        return nil
    }

    private func lastOnset(ofCount count: Int) -> Int? {
        var remaining = count
        for year in stride(from: startYear, through: 9_999, by: interval).prefix(count * Self.searchedYears) {
            let onsets = onsets(in: year).filter { $0 >= start }.sorted()
            if onsets.count >= remaining { return onsets[remaining - 1] }
            remaining -= onsets.count
        }
        return nil
    }

    private func onsets(in year: Int) -> [Int] {
        months.flatMap { month in numbers(in: month, of: year) }.map { $0 * 86_400 + time }
    }

    /// The days of a month with an onset, as numbers since 1970.
    private func numbers(in month: Int, of year: Int) -> [Int] {
        guard let first = Day(year: year, month: month, day: 1)?.number else { return [] }
        let length = (28...31).last { Day(year: year, month: month, day: $0) != nil } ?? 28
        switch days {
        case .weekday(let weekday, let ordinal):
            let offset = ((weekday - Self.weekday(of: first)) % 7 + 7) % 7
            let days = Array(stride(from: offset, to: length, by: 7))
            let index = ordinal > 0 ? ordinal - 1 : days.count + ordinal
            return days.indices.contains(index) ? [first + days[index]] : []
        case .numbers(let numbers, let weekday):
            return numbers.map { $0 > 0 ? $0 - 1 : length + $0 }.filter { (0..<length).contains($0) }.map { first + $0 }
                .filter { weekday == nil || weekday == Self.weekday(of: $0) }
        }
    }

    /// The day of the week, from 0 for Monday; 1 January 1970 was a Thursday.
    private static func weekday(of number: Int) -> Int { ((number + 3) % 7 + 7) % 7 }
}

extension Day {
    /// The day of a local time in seconds since 1970; nil outside the years 1 to 9999.
    fileprivate init?(seconds: Int) {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        self.init(number: rest < 0 ? days - 1 : days)
    }
}
