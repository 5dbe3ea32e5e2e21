/// A yes-or-no question and the action of yes.
struct TUIPrompt: Equatable, Sendable {
    enum Action: Equatable, Sendable {
        case effect(TUIEffect)
        case discardForm
    }

    let question: String
    /// The end of the question, which is never truncated.
    let ending: String
    let action: Action
}
