import FermataDomain

/// Reads a day by its distance from today: `today`, `tomorrow`, `friday` or `fri`, `+3d`, `+2w`.
struct RelativeDay {
    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let shortestPrefix = 3
    private let today: Day

    init(from today: Day) {
        self.today = today
    }

    /// Returns nil for a text of another form. Throws for a day after the year 9999.
    ///
    /// A weekday is the next one after today.
    func read(_ text: String) throws(DateProblem) -> Day? {
        guard let distance = distance(text.lowercased()) else { return nil }
        guard let day = Day(number: today.number + distance) else { throw .noSuchDay(text) }
        return day
    }

    private func distance(_ word: String) -> Int? {
        switch word {
        case "today": return 0
        case "tomorrow": return 1
        default: break
        }
        if word.count >= Self.shortestPrefix, let weekday = Self.weekdays.firstIndex(where: { $0.hasPrefix(word) }) {
            return (weekday - weekdayOfToday + 6) % 7 + 1
        }
        guard let match = word.prefixMatch(of: /\+(\d{1,4})([dw])\z/), let count = Int(match.1) else { return nil }
        return match.2 == "d" ? count : count * 7
    }

    /// The weekday, from 0 for Sunday; before 1970, seven less except for Sunday. 1970-01-01 was a Thursday.
    private var weekdayOfToday: Int { (today.number + 4) % 7 }
}
