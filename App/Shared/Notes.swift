import Synchronization

/// Passes messages to the person who runs the program.
final class Notes: Sendable {
    private let show: @Sendable (String) -> Void
    private let screen = Mutex<(@Sendable (String) -> Void)?>(nil)

    init(show: @escaping @Sendable (String) -> Void) {
        self.show = show
    }

    func note(_ text: String) { (screen.withLock(\.self) ?? show)(text) }

    /// Sends later messages to a screen that covers the terminal; nil when it ends.
    func redirect(to screen: (@Sendable (String) -> Void)?) { self.screen.withLock { $0 = screen } }
}
