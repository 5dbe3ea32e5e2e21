import FermataPresentation

extension TableColumn where Row == ArtistCellModel {
    static var artist: [TableColumn] {
        [
            TableColumn(heading: "ID", width: .fixed(10), isDim: true, text: \.labelText),
            TableColumn(heading: "", width: .fixed(3)) { row in
                if case .track(let track) = row { MusicMarks.text(of: track) } else { "" }
            },
            TableColumn(heading: "Title", width: .share(5), text: \.title),
            TableColumn(heading: "About", width: .share(4), text: \.detailText),
            TableColumn(heading: "Time", width: .fixed(8), alignment: .trailing, text: \.durationText),
        ]
    }
}

extension TableColumn where Row == PlaylistCellModel {
    static var playlists: [TableColumn] {
        [
            TableColumn(heading: "Name", width: .share(5), text: \.name),
            TableColumn(heading: "Songs", width: .fixed(13), alignment: .trailing, text: \.countText),
            TableColumn(heading: "Missing", width: .share(2), text: \.missingText),
            TableColumn(heading: "Source", width: .share(2), text: \.source),
        ]
    }
}

extension TableColumn where Row == DownloadCellModel {
    static var downloads: [TableColumn] {
        [
            TableColumn(heading: "ID", width: .fixed(10), isDim: true, text: \.shortID),
            TableColumn(heading: "Title", width: .share(4), text: \.title),
            TableColumn(heading: "Artist", width: .share(2), text: \.artist),
            TableColumn(heading: "Size", width: .fixed(16), alignment: .trailing, text: \.sizeText),
            TableColumn(heading: "State", width: .share(4), text: \.stateText),
        ]
    }
}

extension TableColumn where Row == DownloadIssueCellModel {
    static var findings: [TableColumn] {
        [
            TableColumn(heading: "File", width: .share(3), text: \.file),
            TableColumn(heading: "Finding", width: .share(4), text: \.text),
        ]
    }
}
