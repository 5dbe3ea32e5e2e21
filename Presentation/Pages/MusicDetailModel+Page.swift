import FermataDomain

extension MusicDetailModel {
    /// The lines of the page, with links to the artist and the album, and without addresses of files on this computer.
    public var pageLines: [Line] {
        fieldLines + recordTexts(showsFiles: false).map { Line(label: "Record", text: $0, address: nil) }
    }

    private var fieldLines: [Line] {
        Field.allCases.compactMap { field in
            let text = text(of: field)
            let label = field.rawValue.firstLetterUppercased
            return text.isEmpty || text.isLocalAddress && [.audio, .artwork].contains(field)
                ? nil : Line(label: label, text: text, address: address(of: field))
        }
    }

    /// A line and the address of its link, if it has one.
    public struct Line: Equatable, Sendable {
        public let label, text: String
        public let address: PageAddress?
    }

    private func address(of field: Field) -> PageAddress? {
        switch field {
        case .artist: .artist(track.artist)
        case .album: track.row.albumAddress
        case .genre: track.music.genre.flatMap { .albums(genre: $0) }
        default: nil
        }
    }
}
