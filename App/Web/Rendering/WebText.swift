/// Text made safe for a page, and escaped.
///
/// Controls are shown as symbols. The template escapes `<`, `>`, `&` and quotes only as characters of their own. If a
/// combining mark or a prepended scalar joins one of them to a longer character, this removes the joined scalars.
package struct WebText {
    package let text: String

    package init(_ raw: String) {
        let safe = SafeText(raw).text
        text = safe.utf8.contains(where: Self.isMarkup) && !Self.isASCII(safe) ? Self.separatingMarkup(in: safe) : safe
    }

    /// The text with the characters of markup escaped, as the templates escape them.
    package var escaped: String {
        guard text.utf8.contains(where: Self.isMarkup) else { return text }
        var escaped = ""
        escaped.reserveCapacity(2 * text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func separatingMarkup(in safe: String) -> String {
        var text = String.UnicodeScalarView()
        for character in safe {
            let markup = character.unicodeScalars.first { $0.isASCII && isMarkup(UInt8($0.value)) }
            if let markup { text.append(markup) } else { text.append(contentsOf: character.unicodeScalars) }
        }
        return String(text)
    }

    private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}
