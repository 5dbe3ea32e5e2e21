public import FermataDomain

/// The record of a song in one source, as a line and as an object.
public struct MusicRecordModel: Equatable, Sendable {
    private let record: MusicRecord

    public init(_ record: MusicRecord) {
        self.record = record
    }

    /// The source's name and values; `showsFiles` adds the address of a file on this computer.
    func text(showsFiles: Bool) -> String {
        let explicit = record.explicit == .unknown ? "" : record.explicit.rawValue
        let duration = record.duration > .zero ? DurationText(record.duration).clock : ""
        let audio = record.audioURL.flatMap { showsFiles || !$0.isLocalAddress ? $0 : nil } ?? ""
        let values = [record.title, record.artist, record.album, duration, explicit, audio]
        return record.source + ": " + values.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The keys and values of the object.
    var values: [NamedValue] {
        [
            NamedValue("source", .text(record.source)), NamedValue("title", .text(record.title)),
            NamedValue("artist", FieldValue(record.artist)), NamedValue("album", FieldValue(record.album)),
            NamedValue("duration", FieldValue(seconds: record.duration)),
            NamedValue("explicit", .text(record.explicit.rawValue)),
            NamedValue("audio", FieldValue(address: record.audioURL)),
        ]
    }
}
