/// Text with a style for the renderer.
public struct StyledText: Equatable, Sendable {
    public let text: String
    public let isStruckThrough: Bool

    public init(_ text: String, isStruckThrough: Bool = false) {
        self.text = text
        self.isStruckThrough = isStruckThrough
    }
}
