/// A day, month or year of release in the Gregorian calendar, as exact as the source states it.
///
/// A year comes before its months and a month before its days.
public struct ReleaseDate: Hashable, Sendable {
    public let year: Int
    public let month: Int?
    public let day: Int?

    /// Returns nil for a date that does not exist.
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

    /// Reads `2019`, `2019-06` and `2019-06-14` (ISO 8601); ignores a time after `T`.
    public init?(_ text: String) {
        var numbers: (Int, Int?, Int?) = (0, nil, nil)
        for (position, byte) in text.utf8.enumerated() {
            if byte == UInt8(ascii: "T"), position == 10 { break }
            let digit = Int(byte) - 48
            switch (position, digit) {
            case (4, _), (7, _): guard byte == UInt8(ascii: "-") else { return nil }
            case (0...3, 0...9): numbers.0 = numbers.0 * 10 + digit
            case (5...6, 0...9): numbers.1 = (numbers.1 ?? 0) * 10 + digit
            case (8...9, 0...9): numbers.2 = (numbers.2 ?? 0) * 10 + digit
            default: return nil
            }
        }
        let length = text.utf8.prefix { $0 != UInt8(ascii: "T") }.count
        guard [4, 7, 10].contains(length) else { return nil }
        self.init(year: numbers.0, month: numbers.1, day: numbers.2)
    }

    /// Reads a date as the tags of music have it, as exactly as it is valid: `2008-05-00`, `20080514`, `14.06.2019`,
    /// `06/14/2019` or `2008-05-14 20:15`, or else the first number of four digits.
    ///
    /// Returns nil without a year. Where the day may also be the month, only the year counts.
    public init?(written text: String) {
        let date = text.prefix { $0 != "T" && $0 != " " }
        let parts = date.split { !$0.isASCII || !$0.isNumber }.map(String.init)
        let numbers = parts.map { Int($0) ?? 0 }
        var (year, month, day) = (0, 0, 0)
        switch parts.map(\.count) {
        case [8]: (year, month, day) = (numbers[0] / 10_000, numbers[0] / 100 % 100, numbers[0] % 100)
        case [6] where (1_860...2_100).contains(numbers[0] / 100) && (1...12).contains(numbers[0] % 100):
            (year, month) = (numbers[0] / 100, numbers[0] % 100)
        case let sizes where sizes.first == 4:
            (year, month, day) = (numbers[0], numbers.dropFirst().first ?? 0, numbers.dropFirst(2).first ?? 0)
        case let sizes where sizes.count == 3 && sizes[2] == 4:
            let isDayFirst = date.contains(".") || numbers[0] > 12
            let isKnown = isDayFirst || numbers[1] > 12 || numbers[0] == numbers[1]
            (day, month) = isDayFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
            (year, month, day) = (numbers[2], isKnown ? month : 0, isKnown ? day : 0)
        default: year = text.split { !$0.isASCII || !$0.isNumber }.first { $0.count == 4 }.flatMap { Int($0) } ?? 0
        }
        guard
            let date = Self(year: year, month: month, day: day) ?? Self(year: year, month: month) ?? Self(year: year)
        else { return nil }
        self = date
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
