import Foundation

/// Makes text into a part of a file's name.
///
/// Nothing in it leads elsewhere, hides or turns round what it says.
enum SafeFileName {
    private static let separators: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]
    private static let devices: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
            + ["COM", "LPT"].flatMap { name in "0123456789¹²³".map { "\(name)\($0)" } })

    static func text(_ text: String) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isDropped(scalar) {
            safe.append(separators.contains(scalar) ? "_" : scalar)
        }
        return trimmed(String(safe).precomposedStringWithCanonicalMapping)
    }

    /// Without dots and spaces at either end: a name may not begin or end with one everywhere.
    static func trimmed(_ text: some StringProtocol) -> String {
        text.trimmingCharacters(in: CharacterSet(charactersIn: ".").union(.whitespaces))
    }

    /// Windows takes a name for a device by what stands before its first dot.
    static func withoutDevice(_ text: String) -> String {
        let first = trimmed(text.prefix { $0 != "." }).uppercased()
        return devices.contains(first) ? "_\(text)" : text
    }

    /// As many whole characters as so many bytes of UTF-8 hold.
    static func cut(_ text: String, toBytes limit: Int) -> Substring {
        guard text.utf8.count > limit else { return text[...] }
        var bytes = 0
        let end = text.indices.first { index in
            bytes += text[index].utf8.count
            return bytes > limit
        }
        return text[..<(end ?? text.endIndex)]
    }

    /// Controls, line ends, what turns writing round, and what is no character.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: scalar.properties.isBidiControl || scalar.properties.isNoncharacterCodePoint || scalar == "\u{FEFF}"
        }
    }
}
