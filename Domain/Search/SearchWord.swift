/// A word or phrase to find, in its folded forms.
public struct SearchWord: Equatable, Sendable {
    /// The word as typed.
    public let text: String
    /// The forms, of which one must occur: with punctuation as spaces, and without punctuation.
    ///
    /// A word without a letter or digit has only its exact form.
    public let forms: [String]

    /// Returns nil if nothing is left of the text.
    public init?(_ text: String) {
        let folding = SearchFolding(text)
        if folding.exact.isEmpty { return nil }
        self.text = text
        if !folding.hasLetter {
            forms = [folding.exact]
        } else {
            forms = folding.spaced == folding.joined ? [folding.spaced] : [folding.spaced, folding.joined]
        }
    }
}
