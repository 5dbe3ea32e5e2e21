/// The form of a page that adds something, or changes it.
public struct FormModel: Equatable, Sendable {
    /// What the form is about, such as `source`; the identities of its elements begin with it.
    public let subject: String
    public let isNew: Bool
    public let title: String
    public let buttonTitle: String
    public let target: PageAddress
    /// The page after the form is saved; nil to stay.
    public let next: PageAddress?
    public let fields: [Field]
    public let hint: String

    init(
        _ subject: String, isNew: Bool, title: String? = nil, buttonTitle: String? = nil, target: PageAddress,
        next: PageAddress?, fields: [Field], hint: String
    ) {
        (self.subject, self.isNew, self.target, self.next) = (subject, isNew, target, next)
        (self.fields, self.hint) = (fields, hint)
        self.title = title ?? (isNew ? "Add" : "Edit")
        self.buttonTitle = buttonTitle ?? (isNew ? "Add" : "Save")
    }

    /// An input of the form.
    public struct Field: Equatable, Sendable {
        /// The name of the member of the request.
        public let key: String
        public let label: String
        public var text = ""
        public var isRequired = false
        /// Whether the text is hidden while it is typed.
        public var isSecret = false
        /// The values among which the person chooses, and their texts; empty for a text.
        public var choices: [Choice] = []
    }

    /// A value that a field can have.
    public struct Choice: Equatable, Sendable {
        public let value: String
        public let text: String
    }
}
