/// A term of a search as a person has typed it, with its position in the text.
struct TypedTerm {
    /// The start of the term, including its minus.
    let start: String.Index
    /// The start of the value, including its opening quote.
    let valueStart: String.Index
    let isNegated: Bool
    /// The known key, in lower case; nil for a word or phrase.
    let key: String?
    /// The value without its quotes.
    let value: String
    let isQuoted: Bool
    /// Whether a closing quote or a space ends the term.
    let isComplete: Bool
}
