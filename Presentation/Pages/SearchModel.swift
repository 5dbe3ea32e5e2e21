import FermataDomain

/// A search field and the address of its results.
public struct SearchModel: Equatable, Sendable {
    /// The label: `Find music`.
    public let label: String
    public let address: PageAddress
    /// The text in the field.
    public let text: String
    /// The other items of the query, by key.
    public let fields: [Field]
    /// The address of the completions; nil in a search by name.
    public let suggestions: PageAddress?
    /// The completions that a browser without scripts offers for an empty field: `artist:` and the other keys.
    public let keys: [String]

    /// An item of the query that the form also sends.
    public struct Field: Equatable, Sendable {
        public let key, value: String
    }

    init(
        _ label: String, _ address: PageAddress, text: String = "", items: [(key: String, value: String)] = [],
        completesTerms: Bool = true
    ) {
        self.label = label
        self.address = address
        self.text = text
        suggestions = completesTerms ? .api("/suggestions") : nil
        keys = completesTerms ? SearchQuery.keys.map { $0 + ":" } : []
        fields = items.map { Field(key: $0.key, value: $0.value) }
    }

    /// The search for music that every page offers.
    public static let music = SearchModel("Find music", .musicList)
}
