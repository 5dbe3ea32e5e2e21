extension MusicCellModel {
    /// Where its artist’s page is; nil where it names none.
    public var artistAddress: PageAddress? { artist.isEmpty ? nil : .artist(artist) }
}

extension DownloadCellModel {
    /// Where its artist’s page is; nil where it names none.
    public var artistAddress: PageAddress? { artist.isEmpty ? nil : .artist(artist) }
}
