import ArgumentParser

/// A rate in bytes a second, written as `500k`, `1.5M` or `80000`.
struct ByteRate: Equatable, Sendable {
    static let expectation = "bytes a second, such as 500k or 1.5M (k is 1,000)"
    private static let units: [Character: Double] = ["k": 1e3, "m": 1e6, "g": 1e9]
    let bytes: Int

    /// Returns nil for text that is not a rate, and for less than one byte a second.
    init?(_ text: String) {
        let unit = text.last.flatMap { Self.units[Character($0.lowercased())] }
        let digits = unit == nil ? text[...] : text.dropLast()
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits) else {
            return nil
        }
        let bytes = number * (unit ?? 1)
        guard (1...1e15).contains(bytes) else { return nil }
        self.bytes = Int(bytes)
    }
}

extension ByteRate: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
