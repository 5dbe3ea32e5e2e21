/// A time code at the start of a line: `[mm:ss]`, `[mm:ss.x]`, `[mm:ss.xx]`, `[mm:ss.xxx]` or `[mm:ss:SSS]`. That of a
/// word is in angle brackets: `<mm:ss.xx>`.
///
/// Minutes have up to five digits and may exceed 59; a colon or a point separates the decimal fraction of a second.
struct LRCTimeCode {
    private static let minuteDigits = 5
    let time: Duration
    /// The number of bytes of the code.
    let length: Int

    /// Returns nil if the line does not begin with a valid code.
    init?(_ line: UnsafeBufferPointer<UInt8>, ofWord isOfWord: Bool = false) {
        guard line.first == UInt8(ascii: isOfWord ? "<" : "[") else { return nil }
        var digits = Digits(line, at: 1)
        guard let minutes = digits.number(of: 1...Self.minuteDigits), digits.skip(UInt8(ascii: ":")),
            let seconds = digits.number(of: 1...2), seconds < 60
        else { return nil }
        var milliseconds = 0
        if digits.skip(UInt8(ascii: ".")) || digits.skip(UInt8(ascii: ":")) {
            let start = digits.position
            guard let fraction = digits.number(of: 1...3) else { return nil }
            milliseconds = fraction * [100, 10, 1][digits.position - start - 1]
        }
        guard digits.skip(UInt8(ascii: isOfWord ? ">" : "]")) else { return nil }
        time = .milliseconds((minutes * 60 + seconds) * 1_000 + milliseconds)
        length = digits.position
    }

    private struct Digits {
        private let line: UnsafeBufferPointer<UInt8>
        private(set) var position: Int

        init(_ line: UnsafeBufferPointer<UInt8>, at position: Int) {
            (self.line, self.position) = (line, position)
        }

        mutating func skip(_ byte: UInt8) -> Bool {
            guard position < line.count, line[position] == byte else { return false }
            position += 1
            return true
        }

        /// Returns nil unless the number has an allowed number of digits.
        mutating func number(of lengths: ClosedRange<Int>) -> Int? {
            var (value, length) = (0, 0)
            while position < line.count, case let digit = line[position] &- 0x30, digit < 10 {
                length += 1
                if length > lengths.upperBound { return nil }
                value = value * 10 + Int(digit)
                position += 1
            }
            return length < lengths.lowerBound ? nil : value
        }
    }
}
