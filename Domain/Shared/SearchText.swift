/// The text in which a song is searched: title, artist and album, folded, one per line.
public struct SearchText: Equatable, Sendable {
    public let text: String

    public init(title: String, artist: String, album: String) {
        var folded: [UInt8] = []
        folded.reserveCapacity(title.utf8.count + artist.utf8.count + album.utf8.count + 2)
        Self.fold(title, into: &folded)
        folded.append(UInt8(ascii: "\n"))
        Self.fold(artist, into: &folded)
        folded.append(UInt8(ascii: "\n"))
        Self.fold(album, into: &folded)
        text = String(decoding: folded, as: UTF8.self)
    }

    /// Returns whether the text contains a folded word.
    public func contains(_ word: String) -> Bool {
        Array(text.utf8).firstRange(of: Array(word.utf8)) != nil
    }

    /// Returns the words of a typed search, folded as the text is.
    public static func words(of query: String) -> [String] {
        var folded: [UInt8] = []
        fold(query, into: &folded)
        return folded.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func fold(_ text: String, into folded: inout [UInt8]) {
        FoldedText.forEachScalar(of: text) { scalar in
            switch scalar {
            case "!"..."~": folded.append(UInt8(scalar.value))
            case "\0"..." ", "\u{7F}": folded.append(UInt8(ascii: " "))
            case "\u{2018}", "\u{2019}", "\u{201B}", "\u{2BC}": folded.append(UInt8(ascii: "'"))
            default:
                if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                    folded.append(UInt8(ascii: " "))
                } else if scalar.properties.generalCategory != .format {
                    folded.append(contentsOf: UTF8.encode(scalar) ?? .init())
                }
            }
        }
    }
}
