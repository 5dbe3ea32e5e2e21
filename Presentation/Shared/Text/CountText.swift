/// A count of something: `27,573 songs`, `1 song`.
public struct CountText: Equatable, Sendable {
    public let text: String

    /// `plural` is the noun for all counts but one; without it, the noun with an `s`.
    public init(_ count: Int, _ noun: String, plural: String? = nil) {
        text = Self.grouped(count) + " " + (count == 1 ? noun : plural ?? noun + "s")
    }

    /// `many songs` for nil, a number that is not known.
    public init(_ count: Int?, _ noun: String) {
        self = count.map { CountText($0, noun) } ?? CountText(text: "\(Self.unknown) \(noun)s")
    }

    private init(text: String) { self.text = text }

    /// The word for a number that is not known.
    private static let unknown = "many"

    /// A number with a comma before each three digits; `many` for nil, a number that is not known.
    public static func grouped(_ number: Int?) -> String { number.map { grouped($0) } ?? unknown }

    /// A number with a comma before each three digits.
    public static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var end = digits.utf8.count - 3
        while end > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
            end -= 3
        }
        return number < 0 ? "-" + digits : digits
    }
}

/// A number of bytes: `3.2 MB`, `850 kB`, `12 bytes`. Units are powers of 1,000.
public struct ByteText: Equatable, Sendable {
    private static let units = ["kB", "MB", "GB", "TB"]
    public let text: String

    /// A negative count is 0. Amounts below ten of a unit have one decimal.
    public init(_ count: Int64) {
        var amount = Double(max(0, count))
        guard amount >= 1_000 else {
            text = CountText(Int(amount), "byte").text
            return
        }
        var unit = -1
        while amount >= 999.5, unit < Self.units.count - 1 {
            amount /= 1_000
            unit += 1
        }
        let tenths = Int((amount * 10).rounded())
        text = (tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(amount.rounded()))") + " " + Self.units[unit]
    }
}

/// A number of bytes out of a total: `3.2 of 7.1 MB`, `850 kB of 7.1 MB`, or `7.1 MB` once complete.
public struct AmountText: Equatable, Sendable {
    public let text: String

    /// Empty if the count is 0 and the total is unknown.
    public init(_ count: Int64, of total: Int64?) {
        let received = ByteText(count).text
        guard let total else {
            text = count > 0 ? received : ""
            return
        }
        let all = ByteText(total).text
        guard count < total else {
            text = all
            return
        }
        let (amount, unit) = (received.split(separator: " "), all.split(separator: " "))
        text = (amount.last == unit.last ? String(amount[0]) : received) + " of " + all
    }
}
