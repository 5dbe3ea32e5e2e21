/// The message that another program has replaced the file of an open library.
public struct LibraryReplacedText: Equatable, Sendable {
    public let text: String

    public init(path: String) {
        text = "Another program has repaired or restored the library \(path). This program now uses the new file."
    }
}
