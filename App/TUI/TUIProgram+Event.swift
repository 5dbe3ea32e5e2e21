import FermataPresentation

extension TUIProgram {
    /// What happens outside the model.
    enum Event: Sendable {
        case event(TUIEvent)
        case terminal(InputThread.Message)
        /// A picture is there for a place on the screen.
        case pictured(TUIPicture, DrawnArtwork)
        /// Nothing can go on after it.
        case failed(any Error)
    }
}

extension TUIProgram.Event {
    /// Whether the terminal says what it can do, or nothing any more.
    var isAnswer: Bool {
        switch self {
        case .terminal(.inputs(let inputs)): inputs.contains { if case .attributes = $0 { true } else { false } }
        case .terminal(.ended): true
        default: false
        }
    }
}
