/// The message that changes of a source may be noticed late.
public struct UnwatchedSourceText: Equatable, Sendable {
    public let text: String

    public init(source: String) {
        text = """
            Changes in “\(source)” may be noticed late, because the system watches no more folders. Raise \
            fs.inotify.max_user_watches, or set serve.syncEvery.
            """
    }
}
