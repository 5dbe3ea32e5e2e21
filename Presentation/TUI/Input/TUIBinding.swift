/// Related keys and their intents.
package struct TUIBinding: Sendable {
    package let actions: [(keys: [TUIKey], intent: TUIIntent)]
    /// The description on the help screen.
    package let help: String
    /// The word in the line of hints; nil hides the keys there.
    package let hint: String?

    init(_ actions: [(keys: [TUIKey], intent: TUIIntent)], _ help: String, hint: String? = nil) {
        self.actions = actions
        self.help = help
        self.hint = hint
    }

    init(_ keys: [TUIKey], _ intent: TUIIntent, _ help: String, hint: String? = nil) {
        self.init([(keys, intent)], help, hint: hint)
    }

    /// Whether the binding is the first in every line of hints.
    var isAlwaysHinted: Bool { actions.contains { [.help, .quit].contains($0.intent) } }

    /// The names of the keys on the help screen: `↑ k, ↓ j`.
    package var keysText: String {
        actions.map { $0.keys.map(\.name).joined(separator: " ") }.joined(separator: ", ")
    }
}
