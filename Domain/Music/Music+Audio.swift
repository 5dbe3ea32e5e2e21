extension Music {
    /// Whether the song can be downloaded: its source names an audio file, or the file is already stored.
    public var canBeDownloaded: Bool { audioURL != nil || isDownloaded }
}
