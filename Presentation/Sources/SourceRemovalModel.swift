/// The removal of a source: the question before it, and its result as a sentence.
public struct SourceRemovalModel: Equatable, Sendable {
    private let name: String
    private let keepsBookmarked: Bool

    public init(_ name: String, keepsBookmarked: Bool) {
        self.name = name
        self.keepsBookmarked = keepsBookmarked
    }

    public var question: String {
        let exception = keepsBookmarked ? "except bookmarked ones" : "bookmarked ones included"
        return "Remove \(name) and all songs that came only from it, \(exception)?"
    }

    public func resultText(isRemoved: Bool) -> String { isRemoved ? "Removed \(name)." : RemovalText.cancelled }
}
