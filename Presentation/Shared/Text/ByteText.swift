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
