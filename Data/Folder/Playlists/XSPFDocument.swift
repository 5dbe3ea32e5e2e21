/// The title and the locations of an XSPF document, an XML format of flat elements.
///
/// Reads only these two elements, so that no part of XML that a hostile file could misuse is interpreted.
/// Source: https://xspf.org/spec
struct XSPFDocument {
    /// The characters of a title or location that are read; the paths that a system can open are shorter.
    private static let lengthLimit = 16_384

    private(set) var title: String?
    private(set) var locations: [String] = []

    init(_ text: String) {
        var rest = Self.withoutComments(text)[...]
        var isInTrack = false
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            guard let close = rest.firstIndex(of: ">") else { return }
            let name = rest[..<close].prefix { !$0.isWhitespace }
            rest = rest[rest.index(after: close)...]
            switch name {
            case "track": isInTrack = true
            case "title" where !isInTrack && title == nil: title = Self.content(rest)
            case "location" where isInTrack: locations.append(Self.content(rest))
            default: break
            }
        }
    }

    /// The text before the next tag, cut off at the limit, with its references replaced (XML 1.0, section 4.6).
    private static func content(_ text: Substring) -> String {
        let content = String(text.prefix { $0 != "<" }.prefix(lengthLimit)).replacing(/&(#?[a-zA-Z0-9]+);/) { match in
            character(String(match.1)) ?? String(match.0)
        }
        return String(content.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    private static func character(_ reference: String) -> String? {
        let named = ["lt": "<", "gt": ">", "quot": "\"", "apos": "'", "amp": "&"]
        guard reference.hasPrefix("#") else { return named[reference] }
        let isHexadecimal = reference.hasPrefix("#x")
        let number = UInt32(reference.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
        return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }

    private static func withoutComments(_ text: String) -> String {
        var (result, rest) = ("", text[...])
        while let start = rest.firstRange(of: "<!--") {
            result += rest[..<start.lowerBound]
            guard let end = rest[start.upperBound...].firstRange(of: "-->") else { return result }
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}
