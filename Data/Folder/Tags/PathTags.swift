/// Tags derived from the path of a file without a title: `Artist/Album/03 - Title.mp3`.
///
/// A folder such as `CD1` or `Disc 2` below that of an album is a disc of it.
struct PathTags: Equatable, Sendable {
    var title: String
    var disc: Int?
    var track: Int?
    var artist = ""
    var album = ""
    /// Whether `disc` is that of a folder.
    private(set) var isDiscFolder = false

    /// `path` is relative to the source's folder.
    init(_ path: String) {
        var folders = path.split(separator: "/").map(String.init)
        let name = folders.popLast() ?? path
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        (disc, track, title) = Self.numbered(stem.contains { !$0.isWhitespace } ? stem : name)
        if folders.count > 1, let number = folders.last.flatMap(Self.disc) {
            folders.removeLast()
            (disc, isDiscFolder) = (number, true)
            album = folders.removeLast()
            artist = folders.last ?? ""
            return
        }
        switch folders.count {
        case 0: break
        case 1: artist = folders[0]
        default: (artist, album) = (folders[folders.count - 2], folders[folders.count - 1])
        }
    }

    /// The number in `CD1`, `Disc 2` and `disk-03 - Live`; nil for other names.
    private static func disc(_ folder: String) -> Int? {
        let name = folder.lowercased()
        guard let word = ["cd", "disc", "disk"].first(where: name.hasPrefix) else { return nil }
        let rest = name.dropFirst(word.count).drop { separators.contains($0) }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let next = rest.dropFirst(digits.count).first
        guard digits.count <= 2, next.map({ !$0.isLetter }) ?? true, let number = Int(digits) else { return nil }
        return number > 0 ? number : nil
    }

    private static let separators = " .-_"

    /// Divides `03 - Title`, `03. Title`, `03 Title`, and `1-03 Title` of disc 1.
    private static func numbered(_ stem: String) -> (disc: Int?, track: Int?, title: String) {
        let parts = stem.split(separator: "-", maxSplits: 1)
        if parts.count == 2, parts[0].count == 1, let disc = Int(parts[0]), disc > 0,
            let (digits, title) = divided(parts[1]), digits.count == 2, let track = Int(digits), track > 0
        {
            return (disc, track, String(title))
        }
        guard let (digits, title) = divided(stem[...]), digits.count <= 3, let number = Int(digits) else {
            return (nil, nil, stem)
        }
        // `24-7` is a title.
        let isTitle = digits.first != "0" && parts.count == 2 && parts[0] == digits && Int(parts[1]) != nil
        return isTitle ? (nil, nil, stem) : (nil, number > 0 ? number : nil, String(title))
    }

    /// Divides a name into its first digits and the text after separators; nil if it has no such parts.
    private static func divided(_ name: Substring) -> (digits: Substring, title: Substring)? {
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        let rest = name.dropFirst(digits.count)
        let title = rest.drop { separators.contains($0) }
        return digits.isEmpty || title.isEmpty || title.count == rest.count ? nil : (digits, title)
    }
}
