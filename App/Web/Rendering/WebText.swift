/// Text made safe for a page, before the template escapes it.
///
/// Controls are shown as symbols. The template escapes `<`, `>`, `&` and quotes only as characters of their own. If a
/// combining mark or a prepended scalar joins one of them to a longer character, this removes the joined scalars.
package struct WebText {
    package let text: String

    package init(_ raw: String) {
        let safe = SafeText(raw).text
        text = safe.utf8.contains(where: Self.isMarkup) && !Self.isASCII(safe) ? Self.separatingMarkup(in: safe) : safe
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
