/// The result of removing the downloads of a selection, as a sentence.
public struct RemovedDownloadsText: Equatable, Sendable {
    public let text: String

    public init(count: Int) {
        text = count == 0 ? "None of these is downloaded." : "Removed " + CountText(count, "download").text + "."
    }
}
