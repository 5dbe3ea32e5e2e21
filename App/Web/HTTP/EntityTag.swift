/// Entity tags in header fields (RFC 9110, 8.8.3).
enum EntityTag {
    /// Whether a list of tags, or `*`, contains a tag. Weak comparison.
    static func matches(_ tags: String, _ tag: String) -> Bool {
        tags.split(separator: ",").contains { part in
            let part = part.trimmingPrefix(while: \.isWhitespace)
            let strong = part.hasPrefix("W/") ? part.dropFirst(2) : part
            return part == "*" || strong.prefix { !$0.isWhitespace } == tag
        }
    }
}
