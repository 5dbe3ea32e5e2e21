/// Some keys that belong together, and what they are for.
package struct TUIBinding: Sendable {
    package let actions: [(keys: [TUIKey], intent: TUIIntent)]
    /// What the help screen says of them.
    package let help: String
    /// The word for it in the line of hints; nil where it is left out there.
    package let hint: String?

    init(_ actions: [(keys: [TUIKey], intent: TUIIntent)], _ help: String, hint: String? = nil) {
        self.actions = actions
        self.help = help
        self.hint = hint
    }

    init(_ keys: [TUIKey], _ intent: TUIIntent, _ help: String, hint: String? = nil) {
        self.init([(keys, intent)], help, hint: hint)
    }

    /// Whether it stands before the others in the line of hints.
    var isAlwaysOffered: Bool { actions.contains { [.help, .quit].contains($0.intent) } }

    /// The keys as the help screen names them: `↑ k, ↓ j`.
    package var keysText: String {
        actions.map { $0.keys.map(\.name).joined(separator: " ") }.joined(separator: ", ")
    }
}
