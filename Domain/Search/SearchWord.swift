/// A word or phrase to find, in its folded forms.
public struct SearchWord: Equatable, Sendable {
    /// The word as typed.
    public let text: String
    /// The forms, of which one must occur: with punctuation as spaces, and without punctuation.
    ///
    /// A word without a letter or digit has only its exact form.
    public let forms: [String]
    /// The forms after a line break or a space, as they begin a word of a `SearchText`.
    public let beginnings: [String]
    /// The forms in UTF-8.
    let patterns: [[UInt8]]
    /// The beginnings in UTF-8.
    let beginningPatterns: [[UInt8]]

    /// Returns nil if the folded text is empty.
    public init?(_ text: String) {
        let folding = SearchFolding(text)
        if folding.exact.isEmpty { return nil }
        self.text = text
        if !folding.hasLetter {
            patterns = [folding.exact]
        } else {
            patterns = folding.spaced == folding.joined ? [folding.spaced] : [folding.spaced, folding.joined]
        }
        forms = patterns.map { String(decoding: $0, as: UTF8.self) }
        beginnings = forms.flatMap { ["\n" + $0, " " + $0] }
        beginningPatterns = beginnings.map { Array($0.utf8) }
    }
}
