import NIOHTTP1

/// What a server said about the version of a document, kept as one string until the next request.
struct HTTPRevision: Equatable {
    private static let names = [
        (told: "ETag", asked: "If-None-Match"), (told: "Last-Modified", asked: "If-Modified-Since"),
    ]
    private static let lengthLimit = 1_024
    private var lines: [String]

    /// Answers nil where the server said nothing of use.
    init?(answer headers: HTTPHeaders) {
        lines = Self.names.compactMap { name in
            headers.first(name: name.told).flatMap { Self.isSound($0) ? "\(name.told): \($0)" : nil }
        }
        if lines.isEmpty { return nil }
    }

    init(_ text: String) {
        lines = text.split(separator: "\n").map(String.init).filter(Self.isSound)
    }

    var text: String { lines.joined(separator: "\n") }

    /// The headers that ask for the document only if it has changed.
    var conditions: [(String, String)] {
        Self.names.compactMap { name in value(of: name.told).map { (name.asked, $0) } }
    }

    /// What the server said in a header; nil where it said nothing.
    func value(of header: String) -> String? {
        let start = header + ": "
        guard let line = lines.first(where: { $0.hasPrefix(start) }), line != start else { return nil }
        return String(line.dropFirst(start.count))
    }

    private static func isSound(_ value: String) -> Bool {
        (1...lengthLimit).contains(value.utf8.count) && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
