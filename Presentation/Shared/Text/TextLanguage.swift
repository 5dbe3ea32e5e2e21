/// The language of a name or title, as far as its script shows it.
public enum TextLanguage: String, Sendable {
    case japanese = "ja"
    case korean = "ko"
    case chinese = "zh"

    /// Returns nil for other scripts.
    ///
    /// Kana mean Japanese, Hangul Korean, and Bopomofo or Han characters alone Chinese. O(n).
    public init?(of text: String) {
        // Most texts are Latin.
        guard text.utf8.contains(where: { $0 >= 0xE0 }) else { return nil }
        var (hasHangul, hasHan) = (false, false)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x3041...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D:
                self = .japanese
                return
            case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xAC00...0xD7FF: hasHangul = true
            case 0x3105...0x312F, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: hasHan = true
            default: break
            }
        }
        if hasHangul {
            self = .korean
        } else if hasHan {
            self = .chinese
        } else {
            return nil
        }
    }
}
