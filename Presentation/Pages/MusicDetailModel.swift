/// The detail screen of some music: all that is known of it, line by line.
public struct MusicDetailModel: Equatable, Sendable {
    public let track: TrackCellModel

    public init(_ track: TrackCellModel) {
        self.track = track
    }

    /// What the screen says, each with its label; what is not there is left out.
    public var lines: [Line] {
        MusicField.allCases.compactMap { field in
            let text = text(of: field)
            return text.isEmpty
                ? nil : Line(label: Self.label(of: field), text: text, address: address(of: field))
        }
    }

    /// A line, and where it leads; nowhere, mostly.
    public struct Line: Equatable, Sendable {
        public let label, text: String
        public let address: PageAddress?
    }

    private var row: MusicCellModel { track.row }

    private func text(of field: MusicField) -> String {
        if field == .duration { return row.durationText }
        return switch row.value(of: field) {
        case .text(let text): text
        case .whole(let number): CountText.grouped(number)
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .flag(let isSet): isSet ? "yes" : "no"
        case .list, .none: ""
        }
    }

    private static func label(of field: MusicField) -> String {
        field.rawValue.prefix(1).uppercased() + field.rawValue.dropFirst()
    }

    private func address(of field: MusicField) -> PageAddress? {
        switch field {
        case .artist: .artist(row.artist)
        case .album: .list(artist: row.artist, album: row.album)
        default: nil
        }
    }
}
