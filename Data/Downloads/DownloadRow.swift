import FermataDomain
import Foundation

/// A row of the table `download`.
struct DownloadRow: Equatable, Sendable {
    /// The stored states. A running download is recognized by the lock on its partial file.
    enum State: Int64 {
        case requested = 0
        case downloaded = 1
        case failed = 2
    }

    var id: MusicID
    var state: State
    /// The file's name in the download folder.
    var file: String
    /// The length of the complete file in bytes, if known.
    var length: Int64?
    /// The version of the partial file; nil if it cannot be resumed.
    var version: String?
    /// SHA-256 of the complete file; nil before.
    var digest: Data?
    var reason: String?

    init(id: MusicID, state: State, file: String) {
        (self.id, self.state, self.file) = (id, state, file)
    }

    init(requested music: Music) {
        self.init(id: music.id, state: .requested, file: DownloadName(music).text)
    }

    init(downloaded id: MusicID, file: String, length: Int64, digest: Data) {
        self.init(id: id, state: .downloaded, file: file)
        (self.length, self.digest) = (length, digest)
    }

    /// A copy of the row with the state `requested`, to resume the download.
    var resumed: DownloadRow {
        var row = self
        if state == .downloaded { (row.length, row.version) = (nil, nil) }
        (row.state, row.digest, row.reason) = (.requested, nil, nil)
        return row
    }
}
