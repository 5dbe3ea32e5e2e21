/// A number of bytes as people write it: `4 GiB`, `1 MiB`, `1500 bytes`.
struct ByteCount: CustomStringConvertible {
    let bytes: Int

    init(_ bytes: Int) {
        self.bytes = bytes
    }

    /// The number in the largest unit that divides it without a remainder.
    var description: String {
        for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] where bytes >= 1 << shift {
            if bytes.isMultiple(of: 1 << shift) { return "\(bytes >> shift) \(unit)" }
        }
        return bytes == 1 ? "1 byte" : "\(bytes) bytes"
    }
}
