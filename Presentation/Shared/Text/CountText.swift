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

    private init(text: String) {
        self.text = text
    }

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
