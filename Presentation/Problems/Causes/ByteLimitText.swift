/// A limit in bytes as people write it: `4 GiB`, `1 MiB`, `1500 bytes`.
package struct ByteLimitText: Equatable, Sendable {
    /// In the largest unit that divides the number without a remainder.
    package let text: String

    package init(_ bytes: Int) {
        for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] where bytes >= 1 << shift {
            if bytes.isMultiple(of: 1 << shift) {
                text = "\(bytes >> shift) \(unit)"
                return
            }
        }
        text = bytes == 1 ? "1 byte" : "\(bytes) bytes"
    }
}
