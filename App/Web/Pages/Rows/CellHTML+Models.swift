import FermataDomain
import FermataPresentation

extension CellHTML {
    /// A row of a list of music, or of an artist's tracks.
    init(_ track: TrackCellModel, in kind: Kind) {
        let (row, artist) = (track.row, PageAddress.artist(track.artist))
        let actions = track.actions.models(of: track.id)
        self.init(
            key: track.id.description, kind: kind, title: track.title, duration: track.durationText,
            download: track.openDownloadText, label: track.accessibilityLabel,
            isBookmarked: track.isBookmarked, isDownloaded: track.isDownloaded, isExplicit: track.isExplicit,
            isProblem: track.isProblem, address: .music(track.id), lyrics: .lyrics(track.id),
            artwork: row.artworkAddress, star: actions.star,
            actions: actions.all)
        audio = row.audio
        switch kind {
        case .music:
            (subtitle, album) = (track.artist, track.album)
            (subtitleAddress, artistAddress) = (artist, artist)
        case .track: (subtitle, self.artist) = (track.album, track.artist)
        }
    }

    init(_ download: DownloadCellModel) {
        let artist = PageAddress.artist(download.artist)
        self.init(
            key: download.id.description, title: download.title, subtitle: download.artist, album: download.sizeText,
            download: download.stateText, label: download.accessibilityLabel, isProblem: download.isProblem,
            fraction: download.isUnderWay ? download.fraction : nil, address: .music(download.id),
            lyrics: .lyrics(download.id), artwork: .artwork(download.id), subtitleAddress: artist,
            artistAddress: artist,
            actions: download.actions.models(of: download.id).all)
        audio = download.audio
    }

    init(_ played: HistoryCellModel) {
        let (song, artist) = (played.song, PageAddress.artist(played.song.artist))
        let actions = song.actions.models(of: song.id)
        self.init(
            key: song.id.description, title: song.title, subtitle: song.artist, album: played.ageText,
            duration: song.durationText, label: played.accessibilityLabel, isBookmarked: song.isBookmarked,
            isDownloaded: song.isDownloaded, isExplicit: song.isExplicit, address: .music(song.id),
            lyrics: .lyrics(song.id), artwork: song.artworkAddress, subtitleAddress: artist, artistAddress: artist,
            star: actions.star, actions: actions.all)
        audio = song.audio
    }
}
