public import FermataDomain
public import Foundation

/// The language, calendar and time zone in which a person reads and writes dates.
public struct DateStyle: Equatable, Sendable {
    let locale: Locale
    /// The person's calendar in the person's time zone.
    let calendar: Calendar

    public init(locale: Locale, calendar: Calendar, timeZone: TimeZone) {
        self.locale = locale
        var calendar = calendar
        calendar.timeZone = timeZone
        self.calendar = calendar
    }

    /// The date alone, in digits: `12/24/2026` (`MM/dd/yyyy`), or in the locale's format: `24.12.2026`.
    public func dateText(_ timestamp: DueDate) -> String {
        if isAmerican { return americanText(timestamp) }
        return text(timestamp) { $0.year(.padded(4)).month(.twoDigits).day(.twoDigits) }
    }

    /// The date in digits, and the time if it has one: `12/24/2026, 7:30 PM`.
    public func shortText(_ timestamp: DueDate) -> String {
        guard case .moment(let moment) = timestamp else { return dateText(timestamp) }
        if isAmerican { return "\(americanText(timestamp)), \(americanTime(moment))" }
        return text(timestamp) { $0.year(.padded(4)).month(.twoDigits).day(.twoDigits).hour().minute() }
    }

    /// The day of a date in the person's time zone; nil outside the years 1 to 9999.
    func day(of date: Date) -> Day? {
        Moment(date).flatMap { moment in
            let seconds = DueDate.moment(moment).localSeconds(in: calendar.timeZone)
            return Day(number: Int((Double(seconds) / 86_400).rounded(.down)))
        }
    }

    /// The date in words, and the time if it has one: `Thursday, December 24, 2026 at 7:30 PM`.
    public func fullText(_ timestamp: DueDate) -> String {
        text(timestamp) { style in
            let date = style.year().month(.wide).day().weekday(.wide)
            return if case .moment = timestamp { date.hour().minute() } else { date }
        }
    }

    /// The month of a day and its year in words: `December 1971`.
    func monthText(_ day: Day) -> String { text(.day(day)) { $0.year().month(.wide) } }

    /// Whether to format `MM/dd/yyyy` without the locale tables, which load too slowly for a screen.
    private var isAmerican: Bool {
        calendar.identifier == .gregorian && ["en_US", "en_US_POSIX"].contains(locale.identifier)
    }

    private func americanText(_ timestamp: DueDate) -> String {
        let (year, month, day) =
            switch timestamp {
            case .day(let day): (day.year, day.month, day.day)
            case .moment(let moment): Self.date(calendar.dateComponents([.year, .month, .day], from: moment.date))
            }
        return "\(month.padded(to: 2))/\(day.padded(to: 2))/\(year.padded(to: 4))"
    }

    private func americanTime(_ moment: Moment) -> String {
        let time = calendar.dateComponents([.hour, .minute], from: moment.date)
        let (hour, minute) = (time.hour ?? 0, time.minute ?? 0)
        return "\((hour + 11) % 12 + 1):\(minute.padded(to: 2)) \(hour < 12 ? "AM" : "PM")"
    }

    private static func date(_ components: DateComponents) -> (Int, Int, Int) {
        (components.year ?? 0, components.month ?? 0, components.day ?? 0)
    }

    private func text(_ timestamp: DueDate, _ fields: (Date.FormatStyle) -> Date.FormatStyle) -> String {
        var calendar = calendar
        let date: Date
        switch timestamp {
        case .moment(let moment): date = moment.date
        case .day(let day):
            calendar.timeZone = .gmt
            date = day.noon
        }
        let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone)
        return fields(style).format(date).withoutMarksOfDirection
    }
}

extension Day {
    /// Noon of the day in Greenwich.
    var noon: Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12)) ?? .distantPast
    }
}

extension Int {
    /// The number with zeros before it, `count` digits at least.
    func padded(to count: Int) -> String {
        let digits = String(self)
        return digits.count < count ? String(repeating: "0", count: count - digits.count) + digits : digits
    }
}

extension String {
    /// The text without the direction marks that some locales add to digits; the renderer places the text.
    fileprivate var withoutMarksOfDirection: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !["\u{200E}", "\u{200F}", "\u{61C}"].contains($0) }))
    }
}

extension DateStyle {
    /// A release date as exact as it is known: `12/17/1971`, `December 1971` or `1971`.
    package func text(_ date: ReleaseDate) -> String {
        guard let month = date.month else { return String(date.year) }
        guard let day = Day(year: date.year, month: month, day: date.day ?? 1) else { return date.description }
        return date.day == nil ? monthText(day) : dateText(.day(day))
    }
}
