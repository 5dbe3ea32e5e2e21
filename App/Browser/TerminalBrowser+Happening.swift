import FermataPresentation

extension TerminalBrowser {
    /// What happens outside the model.
    enum Happening: Sendable {
        case event(BrowserEvent)
        case terminal(InputThread.Message)
        /// A picture is there for a place on the screen.
        case pictured(BrowserPicture, DrawnPicture)
        /// Nothing can go on after it.
        case failed(any Error)
    }
}

extension TerminalBrowser.Happening {
    /// Whether the terminal says what it can do, or nothing any more.
    var isAnswer: Bool {
        switch self {
        case .terminal(.inputs(let inputs)): inputs.contains { if case .attributes = $0 { true } else { false } }
        case .terminal(.ended): true
        default: false
        }
    }
}
