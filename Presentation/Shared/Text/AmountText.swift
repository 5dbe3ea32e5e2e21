/// How many bytes of a whole are there: `3.2 of 7.1 MB`, `850 kB of 7.1 MB`, or `7.1 MB` once all are.
public struct AmountText: Equatable, Sendable {
    public let text: String

    /// Empty where nothing is there and the whole is not known.
    public init(_ count: Int64, of whole: Int64?) {
        let there = ByteText(count).text
        guard let whole else {
            text = count > 0 ? there : ""
            return
        }
        let all = ByteText(whole).text
        guard count < whole else {
            text = all
            return
        }
        let (amount, unit) = (there.split(separator: " "), all.split(separator: " "))
        text = (amount.last == unit.last ? String(amount[0]) : there) + " of " + all
    }
}
