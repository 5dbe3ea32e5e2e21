/// Writes a response as XML: texts and numbers as attributes, objects and the elements of lists as child elements.
struct SubsonicXMLWriter: SubsonicWriter {
    private(set) var bytes: [UInt8]
    /// Whether the start tag of the current element still receives attributes.
    private var isInTag = true

    /// Writes a complete document.
    static func document(_ response: some SubsonicValue) -> [UInt8] {
        var writer = SubsonicXMLWriter()
        response.writeXML(to: &writer)
        writer.end("subsonic-response")
        return writer.bytes
    }

    private init() {
        bytes = Array(
            #"<?xml version="1.0" encoding="UTF-8"?><subsonic-response xmlns="http://subsonic.org/restapi""#.utf8)
    }

    mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        beginAttribute(name)
        append(escaped: text, isAttribute: true)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func member(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        beginAttribute(name)
        bytes.append(decimal: number)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func member(_ name: StaticString, _ number: Double?) { member(name, number.map { String($0) }) }

    mutating func member(_ name: StaticString, _ flag: Bool?) { member(name, flag.map { $0 ? "true" : "false" }) }

    mutating func content(_ name: StaticString, _ text: String) {
        closeTag()
        append(escaped: text, isAttribute: false)
    }

    mutating func object(_ name: StaticString, _ value: (any SubsonicValue)?) {
        guard let value else { return }
        element(name) { value.writeXML(to: &$0) }
    }

    mutating func members(of value: any SubsonicValue) { value.writeXML(to: &self) }

    mutating func list(_ name: StaticString, _ values: some Sequence<some SubsonicValue>) {
        for value in values { element(name) { value.writeXML(to: &$0) } }
    }

    mutating func texts(_ name: StaticString, _ texts: [String]) {
        for text in texts { element(name) { $0.content(name, text) } }
    }

    mutating func numbers(_ name: StaticString, _ numbers: [Int]) { texts(name, numbers.map(String.init)) }

    private mutating func element(_ name: StaticString, _ body: (inout Self) -> Void) {
        closeTag()
        bytes.append(UInt8(ascii: "<"))
        bytes.append(name)
        isInTag = true
        body(&self)
        end(name)
    }

    private mutating func beginAttribute(_ name: StaticString) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(name)
        bytes.append("=\"")
    }

    private mutating func closeTag() {
        if isInTag { bytes.append(UInt8(ascii: ">")) }
        isInTag = false
    }

    private mutating func end(_ name: StaticString) {
        if isInTag {
            bytes.append("/>")
        } else {
            bytes.append("</")
            bytes.append(name)
            bytes.append(UInt8(ascii: ">"))
        }
        isInTag = false
    }

    /// Escapes markup, and replaces what XML cannot contain (XML 1.0, 2.2). White space of attributes is escaped, because
    /// a parser would make it a space (3.3.3).
    private mutating func append(escaped text: String, isAttribute: Bool) {
        var text = text
        text.withUTF8 { utf8 in
            var index = 0
            while index < utf8.count {
                if Self.isNoncharacter(utf8[index...]) {
                    bytes.append("\u{FFFD}")
                    index += 3
                    continue
                }
                if let escape = Self.escape(utf8[index], isAttribute) {
                    bytes.append(escape)
                } else {
                    bytes.append(utf8[index])
                }
                index += 1
            }
        }
    }

    private static func escape(_ byte: UInt8, _ isAttribute: Bool) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\"") where isAttribute: "&quot;"
        case UInt8(ascii: "\r"): "&#13;"
        case UInt8(ascii: "\n"): isAttribute ? "&#10;" : nil
        case UInt8(ascii: "\t"): isAttribute ? "&#9;" : nil
        case 0..<0x20: "\u{FFFD}"
        default: nil
        }
    }

    /// Whether U+FFFE or U+FFFF follows.
    private static func isNoncharacter(_ utf8: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        utf8.first == 0xEF && (utf8.starts(with: [0xEF, 0xBF, 0xBE]) || utf8.starts(with: [0xEF, 0xBF, 0xBF]))
    }
}
