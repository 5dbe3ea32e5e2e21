package import FermataDomain

/// The text of a list without rows: a sentence and, for each interface, a hint.
package struct EmptyListText: Equatable, Sendable {
    /// The text of a list that is never shown empty.
    package static let none = EmptyListText("")
    let sentence: String
    let commandLineHint: String
    package let tui: String
    package let web: String

    /// The hints follow the sentence; an empty hint is omitted.
    init(_ sentence: String, commandLine: String = "", tui: String = "", web: String = "") {
        self.sentence = sentence
        commandLineHint = commandLine
        self.tui = Self.joined(sentence, tui)
        self.web = Self.joined(sentence, web)
    }

    package var commandLine: String { Self.joined(sentence, commandLineHint) }

    /// Returns an empty text for an empty window, and a note that the list has ended for a window beyond its end.
    package func ofWindow(_ window: Window) -> EmptyListText {
        if window.limit == 0 { return .none }
        guard window.offset > 0 else { return self }
        let row = window.offset + 1
        return EmptyListText("The list ends before row \(CountText.grouped(row)).")
    }

    private static func joined(_ sentence: String, _ hint: String) -> String {
        hint.isEmpty ? sentence : sentence + " " + hint
    }
}
