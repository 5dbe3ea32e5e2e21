import Foundation

/// Turns text into a part of a file name.
///
/// The result contains no path separators, hidden-file dots or bidirectional controls.
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

    /// Removes dots and spaces at both ends, which some file systems reject.
    static func trimmed(_ text: some StringProtocol) -> String {
        text.trimmingCharacters(in: CharacterSet(charactersIn: ".").union(.whitespaces))
    }

    /// Windows recognizes device names by the text before the first dot.
    static func withoutDevice(_ text: String) -> String {
        let first = trimmed(text.prefix { $0 != "." }).uppercased()
        return devices.contains(first) ? "_\(text)" : text
    }

    /// The longest prefix of complete characters within a number of UTF-8 bytes.
    static func cut(_ text: String, toBytes limit: Int) -> Substring {
        guard text.utf8.count > limit else { return text[...] }
        var bytes = 0
        let end = text.indices.first { index in
            bytes += text[index].utf8.count
            return bytes > limit
        }
        return text[..<(end ?? text.endIndex)]
    }

    /// Controls, line separators, bidirectional controls and noncharacters.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: scalar.properties.isBidiControl || scalar.properties.isNoncharacterCodePoint || scalar == "\u{FEFF}"
        }
    }
}
