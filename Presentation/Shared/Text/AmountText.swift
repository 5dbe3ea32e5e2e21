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
