/// The field that finds something by its name, and where it leads.
public struct SearchModel: Equatable, Sendable {
    /// What is found: `Find music`.
    public let label: String
    public let address: PageAddress
    /// What was typed.
    public let text: String
    /// What else is asked for with it, by key.
    public let fields: [Field]

    public struct Field: Equatable, Sendable {
        public let key, value: String
    }

    init(
        _ label: String, _ address: PageAddress, text: String = "", items: [(key: String, value: String)] = []
    ) {
        self.label = label
        self.address = address
        self.text = text
        fields = items.map { Field(key: $0.key, value: $0.value) }
    }

    /// Finds music, wherever one is.
    public static let music = SearchModel("Find music", .playlist)
}
