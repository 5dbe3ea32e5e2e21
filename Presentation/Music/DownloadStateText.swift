import FermataDomain

/// The state of a download, as a word for programs and as text for people.
struct DownloadStateText {
    private let state: DownloadState

    init(_ state: DownloadState) {
        self.state = state
    }

    /// `not downloaded`, `waiting`, `downloading`, `downloaded` or `failed`.
    var word: String {
        switch state {
        case .notDownloaded: "not downloaded"
        case .waiting: "waiting"
        case .downloading: "downloading"
        case .downloaded: "downloaded"
        case .failed: "failed"
        }
    }

    /// The word with its details: `45 %`, `failed: the connection failed`.
    var text: String {
        switch state {
        case .downloading: percent.map { "\($0) %" } ?? word
        case .failed(let cause): "\(word): \(SourceFailureText(cause).text)"
        case .notDownloaded, .waiting, .downloaded: word
        }
    }

    /// The text for a screen reader, on one line.
    var spoken: String {
        switch state {
        case .downloading: percent.map { "at \($0) percent" } ?? "under way"
        case .notDownloaded, .waiting, .downloaded, .failed: text.onOneLine
        }
    }

    var isUnderWay: Bool { if case .downloading = state { true } else { false } }

    /// The received part, from 0 to 1; nil if the length is unknown.
    var fraction: Double? {
        switch state {
        case .downloading(let fraction?): fraction.isNaN ? nil : min(max(fraction, 0), 1)
        case .downloaded: 1
        case .notDownloaded, .waiting, .failed, .downloading(nil): nil
        }
    }

    /// Rounded down, so that only a complete download is at 100.
    private var percent: Int? {
        fraction.map { Int($0 * 100 + 1e-9) }
    }
}
