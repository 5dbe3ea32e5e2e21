/// A link to a screen, or to another state of the current screen.
public struct LinkModel: Equatable, Sendable {
    public let title: String
    public let address: PageAddress
    /// Whether it leads to the current screen, or turns off a setting that is on.
    public let isCurrent: Bool

    public init(_ title: String, _ address: PageAddress, isCurrent: Bool = false) {
        self.title = title
        self.address = address
        self.isCurrent = isCurrent
    }
}
