import Synchronization

/// Passes messages to the person who runs the program.
package final class Notes: Sendable {
    private let show: @Sendable (String) -> Void
    private let screen = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// `show` shows a message as long as no screen covers the terminal.
    package init(show: @escaping @Sendable (String) -> Void) {
        self.show = show
    }

    /// Shows a message.
    package func note(_ text: String) { (screen.withLock(\.self) ?? show)(text) }

    /// Sends later messages to a screen that covers the terminal; nil when it ends.
    package func redirect(to screen: (@Sendable (String) -> Void)?) { self.screen.withLock { $0 = screen } }
}
