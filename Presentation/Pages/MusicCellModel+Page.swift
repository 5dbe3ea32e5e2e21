extension MusicCellModel {
    /// Where its artist’s page is; nil where it names none that can have one.
    public var artistAddress: PageAddress? { .artist(artist) }
}

extension DownloadCellModel {
    /// Where its artist’s page is; nil where it names none that can have one.
    public var artistAddress: PageAddress? { .artist(artist) }
}
