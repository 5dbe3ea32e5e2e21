import FermataPresentation

extension TUIProgram {
    /// An event from outside the model.
    enum Event: Sendable {
        case model(TUIEvent)
        case terminal(InputThread.Message)
        case artworkDrawn(DrawnArtwork, for: TUIArtworkFrame)
        /// An error that ends the program.
        case failed(any Error)
    }
}

extension TUIProgram.Event {
    /// Whether the event carries the terminal's attributes, or shows that they will never arrive.
    var endsWaitForAttributes: Bool {
        switch self {
        case .terminal(.inputs(let inputs)): inputs.contains { if case .attributes = $0 { true } else { false } }
        case .terminal(.ended): true
        case .terminal(.resized), .terminal(.suspend), .terminal(.resumed), .model, .artworkDrawn, .failed: false
        }
    }
}
