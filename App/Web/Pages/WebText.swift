/// Text made safe for a page, before the template escapes it.
///
/// Controls are shown as symbols. The template knows `<`, `>`, `&` and quotes only where nothing joins them to one
/// character; so what joins them, a mark after or a prefix before, is left out.
package struct WebText {
    package let text: String

    package init(_ raw: String) {
        let safe = SafeText(raw).text
        text = safe.utf8.contains(where: Self.isMarkup) && !Self.isPlain(safe) ? Self.made(from: safe) : safe
    }

    private static func made(from safe: String) -> String {
        var text = String.UnicodeScalarView()
        for character in safe {
            let markup = character.unicodeScalars.first { $0.isASCII && isMarkup(UInt8($0.value)) }
            if let markup { text.append(markup) } else { text.append(contentsOf: character.unicodeScalars) }
        }
        return String(text)
    }

    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}
