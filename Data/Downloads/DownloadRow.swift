import FermataDomain
import Foundation

/// A row of the table `download`.
struct DownloadRow: Equatable, Sendable {
    /// As they are stored. What is under way is known by the lock on its part, and not stored.
    enum State: Int64 {
        case wanted = 0
        case downloaded = 1
        case failed = 2
    }

    var id: MusicID
    var state: State
    /// The name of the file in the folder of downloads.
    var file: String
    /// Bytes of the whole, where that is known.
    var length: Int64?
    /// The version that a part is of; nil where it cannot be gone on with.
    var version: String?
    /// SHA-256 of the file; nil until it is there.
    var digest: Data?
    var reason: String?

    init(id: MusicID, state: State, file: String) {
        (self.id, self.state, self.file) = (id, state, file)
    }

    init(wanted music: Music) {
        self.init(id: music.id, state: .wanted, file: DownloadName(music).text)
    }

    init(downloaded id: MusicID, file: String, length: Int64, digest: Data) {
        self.init(id: id, state: .downloaded, file: file)
        (self.length, self.digest) = (length, digest)
    }

    /// The same, to be gone on with where a part of it is kept.
    var wantedAgain: DownloadRow {
        var row = self
        if state == .downloaded { (row.length, row.version) = (nil, nil) }
        (row.state, row.digest, row.reason) = (.wanted, nil, nil)
        return row
    }
}
