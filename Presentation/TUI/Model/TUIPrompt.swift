/// A question, and the action of each key that replies to it; any other key means no.
struct TUIPrompt: Equatable, Sendable {
    enum Action: Equatable, Sendable {
        case effect(TUIEffect)
        case discardForm
    }

    struct Choice: Equatable, Sendable {
        let key: Character
        /// The action of the key, in the line of hints.
        let hint: String
        let action: Action
    }

    let question: String
    /// The end of the question, which is never truncated.
    let ending: String
    let choices: [Choice]

    /// A yes-or-no question and the action of yes.
    init(question: String, ending: String, action: Action) {
        self.init(question: question, ending: ending, choices: [Choice(key: "y", hint: "yes", action: action)])
    }

    init(question: String, ending: String, choices: [Choice]) {
        self.question = question
        self.ending = ending
        self.choices = choices
    }

    /// The keys of the replies: `y/n`.
    var keysText: String { (choices.map { String($0.key) } + ["n"]).joined(separator: "/") }
    /// The keys of the replies and their actions.
    var hints: String { (choices.map { "\($0.key) \($0.hint)" } + ["n no"]).joined(separator: "  ") }

    /// The action of a key in either case; nil if the key means no.
    func action(of key: TUIKey) -> Action? {
        guard case .character(let character) = key else { return nil }
        return choices.first { String($0.key) == character.lowercased() }?.action
    }
}
