/// A day, month or year of release in the Gregorian calendar, as exact as the source knew it.
///
/// A year comes before its months and a month before its days.
public struct ReleaseDate: Hashable, Sendable {
    public let year: Int
    public let month: Int?
    public let day: Int?

    /// Answers nil for a date that does not exist.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9999).contains(year) else { return nil }
        if let month {
            guard (1...12).contains(month) else { return nil }
            if let day, !(1...Self.days(in: month, of: year)).contains(day) { return nil }
        } else if day != nil {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `2019`, `2019-06` and `2019-06-14` (ISO 8601); a time after `T` is left out.
    public init?(_ text: some StringProtocol) {
        let date = text.prefix { $0 != "T" }
        let parts = date.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
        guard (1...3).contains(parts.count), numbers.count == parts.count, parts[0].utf8.count == 4 else { return nil }
        self.init(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil, day: numbers.count > 2 ? numbers[2] : nil)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension ReleaseDate: Comparable {
    public static func < (lhs: ReleaseDate, rhs: ReleaseDate) -> Bool {
        (lhs.year, lhs.month ?? 0, lhs.day ?? 0) < (rhs.year, rhs.month ?? 0, rhs.day ?? 0)
    }
}

extension ReleaseDate: CustomStringConvertible {
    public var description: String {
        ([Self.padded(year, to: 4)] + [month, day].compactMap { $0.map { Self.padded($0, to: 2) } })
            .joined(separator: "-")
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
