/// The language of a name or title, as far as scripts show it.
public enum TextLanguage: String, Sendable {
    case japanese = "ja"
    case korean = "ko"
    case chinese = "zh"

    /// `context` are the texts beside it, such as the artist and the album of a song.
    ///
    /// Kana mean Japanese, Hangul Korean, and Bopomofo Chinese. Han characters alone belong to any of these: the context
    /// decides. Returns nil for other scripts, and if nothing decides. O(n).
    public init?(of text: String, among context: [String] = []) {
        let scripts = Scripts(text)
        if let language = scripts.language {
            self = language
        } else if scripts.hasHan, let language = context.lazy.compactMap({ Scripts($0).language }).first {
            self = language
        } else {
            return nil
        }
    }

    /// The scripts of a text.
    private struct Scripts {
        /// The language of a script that only one has; nil without such a script.
        private(set) var language: TextLanguage?
        private(set) var hasHan = false

        init(_ text: String) {
            // Most texts are Latin.
            guard text.utf8.contains(where: { $0 >= 0xE0 }) else { return }
            for scalar in text.unicodeScalars {
                switch scalar.value {
                case 0x3041...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D:
                    language = .japanese
                    return
                case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xAC00...0xD7FF: language = .korean
                case 0x3105...0x312F: language = language ?? .chinese
                case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: hasHan = true
                default: break
                }
            }
        }
    }
}
