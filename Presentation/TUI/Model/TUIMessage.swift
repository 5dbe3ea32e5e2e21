/// A message below the body, shown until the next key.
struct TUIMessage: Equatable, Sendable {
    let text: String
    let isProblem: Bool

    static func note(_ text: String) -> TUIMessage { TUIMessage(text: text, isProblem: false) }
    static func problem(_ text: String) -> TUIMessage { TUIMessage(text: text, isProblem: true) }
    static func problem(_ problem: ProblemModel) -> TUIMessage { .problem(problem.text.onOneLine) }
}
