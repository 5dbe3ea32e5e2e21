/// Tags derived from the path of a file without a title: `Artist/Album/03 - Title.mp3`.
struct PathTags: Equatable, Sendable {
    var title: String
    var track: Int?
    var artist = ""
    var album = ""

    /// `path` is relative to the source's folder.
    init(_ path: String) {
        var parts = path.split(separator: "/").map(String.init)
        let name = parts.popLast() ?? path
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        (track, title) = Self.numbered(stem.contains { !$0.isWhitespace } ? stem : name)
        switch parts.count {
        case 0: break
        case 1: artist = parts[0]
        default: (artist, album) = (parts[parts.count - 2], parts[parts.count - 1])
        }
    }

    /// Divides `03 - Title`, `03. Title` and `03 Title`.
    private static func numbered(_ stem: String) -> (Int?, String) {
        let digits = stem.prefix { $0.isASCII && $0.isNumber }
        let rest = stem.dropFirst(digits.count)
        let title = rest.drop { " .-_".contains($0) }
        guard (1...3).contains(digits.count), title.count < rest.count, !title.isEmpty, let number = Int(digits) else {
            return (nil, stem)
        }
        return (number > 0 ? number : nil, String(title))
    }
}
