import Foundation

extension DateStyle {
    /// The text on one line, with ASCII digits, and with AM and PM instead of the locale's symbols.
    func normalized(_ text: String) -> String {
        let text = text.onOneLine.withASCIIDigits
        guard text.contains(where: { $0.isLetter && !"TZAaPpMm".contains($0) }) else { return text }
        var calendar = calendar
        calendar.locale = locale
        return [(calendar.amSymbol, "AM"), (calendar.pmSymbol, "PM")].reduce(text) { text, half in
            let symbol = half.0.onOneLine
            return symbol.isEmpty ? text : text.replacing(symbol, with: half.1)
        }
    }
}

/// A number of a date, as it was written.
struct DateNumber {
    var value: Int
    var digits: Int
}

extension String {
    /// With ASCII digits instead of the digits of other scripts.
    var withASCIIDigits: String {
        String(String.UnicodeScalarView(unicodeScalars.map(\.withASCIIDigit)))
    }

    /// The runs of ASCII digits, up to nine digits each.
    var numbers: [DateNumber] {
        split { !$0.isASCIIDigit }.map { DateNumber(value: Int($0.prefix(9)) ?? 0, digits: $0.count) }
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}

extension Unicode.Scalar {
    fileprivate var withASCIIDigit: Unicode.Scalar {
        guard properties.numericType == .decimal, let value = properties.numericValue else { return self }
        return Unicode.Scalar(0x30 + UInt32(value)) ?? self
    }
}
