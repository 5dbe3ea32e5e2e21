/// A question that is answered with y or n, and what yes means.
struct TUIPrompt: Equatable, Sendable {
    enum Meaning: Equatable, Sendable {
        case effect(TUIEffect)
        case discardForm
    }

    let question: String
    /// What follows a name that may be long.
    let ending: String
    let meaning: Meaning
}

/// What is told below the body until the next key.
struct TUIMessage: Equatable, Sendable {
    let text: String
    let isProblem: Bool

    static func note(_ text: String) -> TUIMessage { TUIMessage(text: text, isProblem: false) }
    static func problem(_ text: String) -> TUIMessage { TUIMessage(text: text, isProblem: true) }
}
