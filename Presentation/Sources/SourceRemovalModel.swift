/// The removal of a source: the question before it, the replies, and its result as a sentence.
public struct SourceRemovalModel: Equatable, Sendable {
    /// The replies that remove the source, as buttons and keys name them.
    public static let choices = [
        Choice(title: "Remove", keepsBookmarked: false), Choice(title: "Keep bookmarked songs", keepsBookmarked: true),
    ]
    private let name: String
    private let keepsBookmarked: Bool

    public init(_ name: String, keepsBookmarked: Bool) {
        self.name = name
        self.keepsBookmarked = keepsBookmarked
    }

    /// A reply to `openQuestion`.
    public struct Choice: Equatable, Sendable {
        public let title: String
        public let keepsBookmarked: Bool
    }

    /// The question for an interface whose replies include the choice about bookmarked songs.
    public static func openQuestion(_ name: String) -> String {
        "Remove “\(name)” and all songs that came only from it?"
    }

    public var question: String {
        let exception = keepsBookmarked ? "except bookmarked ones" : "bookmarked ones included"
        return "Remove \(name) and all songs that came only from it, \(exception)?"
    }

    /// The sentence after the reply to the question.
    public func resultText(isRemoved: Bool) -> String { isRemoved ? "Removed \(name)." : RemovalText.cancelled }
}
