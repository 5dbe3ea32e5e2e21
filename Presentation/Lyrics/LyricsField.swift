import FermataDomain

/// The keys of a song's lyrics.
public enum LyricsField: String, RowField {
    case id, title, artist
    /// Whether any line has a time.
    case timed
    /// The index of the current line.
    case current
    case lines

    public var valueKind: FieldKind {
        switch self {
        case .timed: .flag
        case .current: .number
        case .id, .title, .artist, .lines: .text
        }
    }
}

extension LyricsScreen: RowModel {
    public func value(of field: LyricsField) -> FieldValue {
        switch field {
        case .id: .text(music.id.description)
        case .title: .text(title)
        case .artist: FieldValue(artist)
        case .timed: .flag(isTimed)
        case .current: FieldValue(currentLine)
        case .lines:
            .objects(
                rows.map { [NamedValue("time", $0.value(of: .time)), NamedValue("text", $0.value(of: .text))] })
        }
    }
}
