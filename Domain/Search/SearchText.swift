/// The text in which a song is searched: the lines of each name, folded.
///
/// The lines of a name are the name itself; with punctuation as spaces; without punctuation; and the initial consonants
/// of its Hangul syllables. Equal lines of a name are written once. Each line follows a line break.
public struct SearchText: Equatable, Sendable {
    public let text: String

    public init(_ names: [String]) {
        var text = ""
        for name in names {
            let name = SearchFolding(name)
            var lines: [String] = []
            for line in [name.exact, name.spaced, name.joined, name.initials]
            where !line.isEmpty && !lines.contains(line) {
                lines.append(line)
                text.append("\n")
                text.append(line)
            }
        }
        self.text = text
    }

    public init(title: String, artist: String, album: String) {
        self.init([title, artist, album])
    }

    /// Returns whether a line contains a form of the word.
    public func contains(_ word: SearchWord) -> Bool {
        word.forms.contains(where: contains)
    }

    /// Returns whether a form of the word begins a word of a line.
    public func containsBeginning(of word: SearchWord) -> Bool {
        word.forms.contains { contains("\n" + $0) || contains(" " + $0) }
    }

    private func contains(_ folded: String) -> Bool {
        Array(text.utf8).firstRange(of: Array(folded.utf8)) != nil
    }
}
